-- Files of scenarios, each kept once, by the fingerprint of its text.
CREATE TABLE files (
    print TEXT PRIMARY KEY,
    text TEXT NOT NULL
);

-- What games are played by: which rules, which scenario, made of which files. A thousand games of one scenario share one
-- row of this.
CREATE TABLE editions (
    id TEXT PRIMARY KEY,
    -- The identity of the rules and data, as JSON.
    identity TEXT NOT NULL,
    -- By what name the scenario was loaded, and from which files: `[["key","name","print"], …]`.
    name TEXT NOT NULL,
    files TEXT NOT NULL,
    -- What it is about, and its board, for programs that can no longer make them of the files.
    blurb TEXT NOT NULL,
    board BYTEA
);

-- Nothing stands here for a game of an earlier program until it is opened.
ALTER TABLE games ADD COLUMN edition TEXT REFERENCES editions (id);

-- How a game looked when it was last quiet, to be shown by programs that can no longer play it.
CREATE TABLE looks (
    game TEXT PRIMARY KEY REFERENCES games (id),
    seq BIGINT NOT NULL,
    bytes BYTEA NOT NULL
);

CREATE INDEX keys_by_player ON keys (player);
