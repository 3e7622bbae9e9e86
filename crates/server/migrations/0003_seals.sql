-- What a seat shows of its nonce before it opens it. A seat with a seal whose nonce is empty has not opened it in time.
ALTER TABLE seats ADD COLUMN seal TEXT;
