-- How many seconds a reaction has before it is let pass; none at a table that waits for every answer. The pause is the
-- table's, so that no answer comes sooner or later for what is held.
ALTER TABLE games ADD COLUMN pause BIGINT NOT NULL DEFAULT 0;

CREATE INDEX games_with_pauses ON games (since) WHERE pause > 0 AND state = 'playing';
CREATE INDEX journal_reactions ON journal (game, seq) WHERE kind IN ('seal', 'wait', 'stand');
