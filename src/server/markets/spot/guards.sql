-- Trades are partitioned by months of their ids, see `core/archives/`. The table of before becomes the partition of every id
-- and is not read for it: the exchange narrows its bounds while it runs.
ALTER TABLE trades RENAME TO trades_rest;
--> statement-breakpoint
ALTER INDEX trades_pair_id_pk RENAME TO trades_rest_pk;
--> statement-breakpoint
CREATE TABLE trades (
  LIKE trades_rest INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  CONSTRAINT trades_pair_id_pk PRIMARY KEY (pair, id)
) PARTITION BY RANGE (id);
--> statement-breakpoint
ALTER TABLE trades ATTACH PARTITION trades_rest FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
