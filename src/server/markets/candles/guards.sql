-- Minutes are partitioned by months, see `core/archives/`. The table of before becomes the partition of all times and is not
-- read for it: the exchange narrows its bounds while it runs.
ALTER TABLE market_minutes RENAME TO market_minutes_rest;
--> statement-breakpoint
ALTER INDEX market_minutes_pair_start_at_pk RENAME TO market_minutes_rest_pk;
--> statement-breakpoint
CREATE TABLE market_minutes (
  LIKE market_minutes_rest INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  CONSTRAINT market_minutes_pair_start_at_pk PRIMARY KEY (pair, start_at)
) PARTITION BY RANGE (start_at);
--> statement-breakpoint
ALTER TABLE market_minutes ATTACH PARTITION market_minutes_rest FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
