-- Hashes, ids, seeds and nonces are text; times are milliseconds since 1970. The one column of bytes is `BYTEA` here and
-- `BLOB` on SQLite.

CREATE TABLE players (
    id TEXT PRIMARY KEY,
    made BIGINT NOT NULL
);

-- A player has a key on each device.
CREATE TABLE keys (
    hash TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id),
    made BIGINT NOT NULL
);

CREATE TABLE moves (
    hash TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id),
    until BIGINT NOT NULL
);

CREATE TABLE pledges (
    game TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id),
    seed TEXT NOT NULL,
    until BIGINT NOT NULL
);

CREATE TABLE games (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    scenario TEXT NOT NULL,
    -- What the dice depend on: the game's id, or that of the record it was imported from.
    terms TEXT NOT NULL,
    seed TEXT NOT NULL,
    host TEXT NOT NULL REFERENCES players (id),
    made BIGINT NOT NULL,
    -- The last entry of the journal, and how things stand after it.
    head BIGINT NOT NULL,
    state TEXT NOT NULL,
    waiting TEXT NOT NULL,
    since BIGINT NOT NULL,
    ending TEXT,
    draw TEXT
);

CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id),
    side TEXT NOT NULL,
    player TEXT REFERENCES players (id),
    invitation TEXT,
    nonce TEXT,
    PRIMARY KEY (game, side)
);

CREATE INDEX seats_by_player ON seats (player);

-- Everything that was done, in order. Nothing in it is ever changed: taking something back is an entry, too.
CREATE TABLE journal (
    game TEXT NOT NULL REFERENCES games (id),
    seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    side TEXT NOT NULL,
    body TEXT NOT NULL,
    -- The name the client gave it, and the moment it led to: the answer to whoever repeats it.
    act TEXT,
    moment TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, seq)
);

CREATE UNIQUE INDEX journal_once ON journal (game, side, act) WHERE act IS NOT NULL;
CREATE INDEX journal_talk ON journal (game, seq) WHERE kind = 'chat';

-- The latest put-away game, so that opening it does not play it all again.
CREATE TABLE snapshots (
    game TEXT PRIMARY KEY REFERENCES games (id),
    seq BIGINT NOT NULL,
    bytes BYTEA NOT NULL
);

CREATE TABLE notes (
    game TEXT NOT NULL REFERENCES games (id),
    player TEXT NOT NULL REFERENCES players (id),
    text TEXT NOT NULL,
    PRIMARY KEY (game, player)
);

CREATE TABLE webhooks (
    game TEXT NOT NULL REFERENCES games (id),
    player TEXT NOT NULL REFERENCES players (id),
    url TEXT NOT NULL,
    PRIMARY KEY (game, player)
);
