//! Every statement, in the SQL that SQLite and PostgreSQL share.

use std::sync::LazyLock;

macro_rules! statements {
    ($list:ident: $($name:ident = $sql:literal;)+) => {
        $(pub const $name: &str = $sql;)+
        /// All of these, for the test that both databases understand them.
        pub const $list: &[&str] = &[$($name),+];
    };
}

statements! { SHARED:
    NEW_PLAYER = "INSERT INTO players (id, made) VALUES ($1, $2)";
    NO_PLAYER = "DELETE FROM players WHERE id = $1";
    NEW_KEY = "INSERT INTO keys (hash, player, made) VALUES ($1, $2, $3)";
    PLAYER_OF_KEY = "SELECT player FROM keys WHERE hash = $1";
    NEW_MOVE = "INSERT INTO moves (hash, player, until) VALUES ($1, $2, $3)";
    TAKE_MOVE = "DELETE FROM moves WHERE hash = $1 AND until >= $2 RETURNING player";
    OLD_MOVES = "DELETE FROM moves WHERE until < $1";
    NEW_PLEDGE = "INSERT INTO pledges (game, player, seed, until) VALUES ($1, $2, $3, $4)";
    TAKE_PLEDGE = "DELETE FROM pledges WHERE game = $1 AND player = $2 AND until >= $3 RETURNING seed";
    OLD_PLEDGES = "DELETE FROM pledges WHERE until < $1";
    NEW_GAME = "INSERT INTO games (id, name, scenario, terms, seed, host, made, head, state, waiting, since, ending, \
                edition, pause) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $7, $11, $12, $13)";
    NEW_SEAT = "INSERT INTO seats (game, side, player, invitation, nonce, seal) \
                VALUES ($1, $2, $3, $4, $5, $6)";
    GAME = "SELECT name, scenario, terms, seed, host, head, since, ending, draw, edition, pause FROM games \
            WHERE id = $1";
    SEATS = "SELECT side, player, invitation, nonce, seal FROM seats WHERE game = $1";
    TAKE_SEAT = "UPDATE seats SET player = $3, nonce = $4, seal = $6, invitation = NULL \
                 WHERE game = $1 AND side = $2 AND player IS NULL AND invitation = $5";
    OPEN_NONCE = "UPDATE seats SET nonce = $3 WHERE game = $1 AND side = $2 AND seal IS NOT NULL AND nonce IS NULL";
    NEW_INVITATION = "UPDATE seats SET invitation = $3 WHERE game = $1 AND side = $2 AND player IS NULL";
    MY_GAMES = "SELECT g.id, g.name, g.scenario, g.state, g.waiting, g.since, g.ending, s.side, s.player \
                FROM (SELECT id, rank, since FROM \
                (SELECT g.id, g.since, MIN(CASE WHEN g.state = 'over' THEN 2 \
                WHEN g.waiting LIKE '%' || m.side || '%' THEN 0 ELSE 1 END) AS rank \
                FROM games g JOIN seats m ON m.game = g.id WHERE m.player = $1 GROUP BY g.id, g.since) AS mine \
                WHERE (rank, -since, id) > ($2, $3, $4) ORDER BY rank, since DESC, id LIMIT $5) AS page \
                JOIN games g ON g.id = page.id JOIN seats s ON s.game = g.id \
                ORDER BY page.rank, page.since DESC, page.id, s.side";
    MY_GAME = "SELECT g.since, MIN(CASE WHEN g.state = 'over' THEN 2 \
               WHEN g.waiting LIKE '%' || m.side || '%' THEN 0 ELSE 1 END) AS rank \
               FROM games g JOIN seats m ON m.game = g.id WHERE m.player = $1 AND g.id = $2 GROUP BY g.id, g.since";
    HAND_ON = "UPDATE seats SET invitation = $3 WHERE game = $1 AND side = $2 AND player = $4";
    TAKE_OVER = "UPDATE seats SET player = $3, invitation = NULL \
                 WHERE game = $1 AND side = $2 AND player IS NOT NULL AND invitation = $4";
    KEYS = "SELECT hash, made FROM keys WHERE player = $1 ORDER BY made, hash";
    REVOKE_KEY = "DELETE FROM keys WHERE player = $1 AND substr(hash, 1, 16) = $2";
    REVOKE_OTHERS = "DELETE FROM keys WHERE player = $1 AND hash <> $2";
    JOURNAL = "SELECT seq, body, at, moment FROM journal WHERE game = $1 AND seq > $2 ORDER BY seq";
    REACTIONS = "SELECT seq, body, at, moment FROM journal WHERE game = $1 AND seq <= $2 \
                 AND kind IN ('seal', 'wait', 'stand') ORDER BY seq";
    LAST_PLAY = "SELECT seq, body, at, moment FROM journal WHERE game = $1 AND seq <= $2 AND kind IN ('act', 'undo') \
                 ORDER BY seq DESC LIMIT 1";
    WITH_PAUSES = "SELECT id FROM games WHERE pause > 0 AND state = 'playing' ORDER BY since DESC, id LIMIT $1";
    ANSWERED = "SELECT moment FROM journal WHERE game = $1 AND side = $2 AND act = $3";
    TALK = "SELECT seq, body, at, moment FROM journal WHERE game = $1 AND kind = 'chat' ORDER BY seq DESC LIMIT $2";
    TALKED = "SELECT COUNT(*) FROM journal WHERE game = $1 AND kind = 'chat'";
    KEEP_SNAPSHOT = "INSERT INTO snapshots (game, seq, bytes) VALUES ($1, $2, $3) \
                     ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, bytes = excluded.bytes \
                     WHERE snapshots.seq < excluded.seq";
    SNAPSHOT = "SELECT seq, bytes FROM snapshots WHERE game = $1";
    NOTES = "SELECT text FROM notes WHERE game = $1 AND player = $2";
    KEEP_NOTES = "INSERT INTO notes (game, player, text) VALUES ($1, $2, $3) \
                  ON CONFLICT (game, player) DO UPDATE SET text = excluded.text";
    WEBHOOK = "SELECT url FROM webhooks WHERE game = $1 AND player = $2";
    KEEP_WEBHOOK = "INSERT INTO webhooks (game, player, url) VALUES ($1, $2, $3) \
                    ON CONFLICT (game, player) DO UPDATE SET url = excluded.url";
    NO_WEBHOOK = "DELETE FROM webhooks WHERE game = $1 AND player = $2";
    KEEP_FILE = "INSERT INTO files (print, text) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    FILE = "SELECT text FROM files WHERE print = $1";
    KEEP_EDITION = "INSERT INTO editions (id, identity, name, files, blurb) VALUES ($1, $2, $3, $4, $5) \
                    ON CONFLICT DO NOTHING";
    EDITION = "SELECT identity, name, files, blurb, board FROM editions WHERE id = $1";
    SET_EDITION = "UPDATE games SET edition = $2 WHERE id = $1";
    KEEP_BOARD = "UPDATE editions SET board = $2 WHERE id = $1 AND board IS NULL";
    BOARDLESS = "SELECT id FROM editions WHERE id = $1 AND board IS NULL";
    KEEP_LOOK = "INSERT INTO looks (game, seq, bytes) VALUES ($1, $2, $3) \
                 ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, bytes = excluded.bytes \
                 WHERE looks.seq < excluded.seq";
    LOOK = "SELECT seq, bytes FROM looks WHERE game = $1";
    LOOKED = "SELECT seq FROM looks WHERE game = $1";
    IDS_AFTER = "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2";
    ALIVE = "SELECT 1";
}

/// Statements about several games at once: each costs a visit to the database, whatever it carries.
pub struct Together {
    /// How many games they are about.
    pub games: usize,
    /// Adds an entry to each journal that has no such entry; so many rows are changed.
    pub append: String,
    /// How each game stands.
    pub advance: String,
    /// Tells other processes. PostgreSQL only.
    pub notify: String,
}

/// In falling order of size, down to one. Few sizes, so that the database keeps them all prepared.
pub static TOGETHER: LazyLock<[Together; 4]> =
    LazyLock::new(|| [64, 16, 4, 1].map(|games| Together::of(games, typed)));

/// The same for SQLite, which looks through the names of all parameters for each that has one: these have none.
pub static TOGETHER_UNNAMED: LazyLock<[Together; 9]> =
    LazyLock::new(|| [256, 128, 64, 32, 16, 8, 4, 2, 1].map(|games| Together::of(games, unnamed)));

impl Together {
    fn of(games: usize, cell: fn(usize, &str) -> String) -> Together {
        let rows = |types: &[&str]| rows(games, types, cell);
        Together {
            games,
            append: format!(
                "INSERT INTO journal (game, seq, kind, side, body, act, moment, at) VALUES {} ON CONFLICT DO NOTHING",
                rows(&["TEXT", "BIGINT", "TEXT", "TEXT", "TEXT", "TEXT", "TEXT", "BIGINT"])
            ),
            advance: format!(
                "UPDATE games SET head = v.column2, state = v.column3, waiting = v.column4, \
                 since = CASE WHEN games.state = v.column3 AND games.waiting = v.column4 \
                 THEN games.since ELSE v.column5 END, ending = v.column6, draw = v.column7 \
                 FROM (VALUES {}) AS v WHERE games.id = v.column1",
                rows(&["TEXT", "BIGINT", "TEXT", "TEXT", "BIGINT", "TEXT", "TEXT"])
            ),
            notify: format!("SELECT pg_notify('longroll', v.column1) FROM (VALUES {}) AS v", rows(&["TEXT"])),
        }
    }
}

/// PostgreSQL must know the types of a list of values.
fn typed(number: usize, kind: &str) -> String {
    format!("CAST(${number} AS {kind})")
}

fn unnamed(_: usize, _: &str) -> String {
    "?".to_owned()
}

/// So many rows of parameters of these types: `(…, …), (…, …)`.
fn rows(count: usize, types: &[&str], cell: fn(usize, &str) -> String) -> String {
    let row = |row: usize| {
        let cell = |(place, kind): (usize, &&str)| cell(row * types.len() + place + 1, kind);
        format!("({})", types.iter().enumerate().map(cell).collect::<Vec<_>>().join(", "))
    };
    (0..count).map(row).collect::<Vec<_>>().join(", ")
}
