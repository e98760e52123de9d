-- Partitions change through this alone: the exchange connects with a role that owns no table. It is the owner's, and checks what it
-- is asked: `parent` is a partitioned table, `part` bears its name, and no rows are taken out but those of a partition whose archive
-- is noted, with a line in the operators' log. Bounds are of keys; null for no bound.
CREATE FUNCTION change_partition(act text, parent text, part text DEFAULT NULL, lower_key bigint DEFAULT NULL,
                                 upper_key bigint DEFAULT NULL, becomes text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  bounds text := format('FROM (%s) TO (%s)', coalesce(quote_literal(lower_key), 'MINVALUE'),
                        coalesce(quote_literal(upper_key), 'MAXVALUE'));
  key_column text;
  is_attached boolean;
  granted record;
  indexed record;
BEGIN
  SELECT attname INTO key_column FROM pg_class
    JOIN pg_partitioned_table ON partrelid = pg_class.oid
    JOIN pg_attribute ON attrelid = pg_class.oid AND attnum = partattrs[0]
   WHERE relname = parent AND relnamespace = 'public'::regnamespace AND relkind = 'p';
  IF key_column IS NULL THEN
    RAISE EXCEPTION '% is not partitioned', parent;
  END IF;
  IF coalesce(part, parent || '_x') !~ ('^' || parent || '_[a-z0-9_]+$')
     OR coalesce(becomes, parent || '_x') !~ ('^' || parent || '_[a-z0-9_]+$') THEN
    RAISE EXCEPTION '% or % is no partition of %', part, becomes, parent;
  END IF;
  IF part IS NULL AND act NOT IN ('lock', 'analyze') THEN
    RAISE EXCEPTION '% of no partition', act;
  END IF;
  is_attached := EXISTS (SELECT FROM pg_inherits WHERE inhparent = format('public.%I', parent)::regclass
                            AND inhrelid = to_regclass(format('public.%I', coalesce(part, parent))));
  CASE act
    WHEN 'lock' THEN
      EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent);
    WHEN 'analyze' THEN
      EXECUTE format('ANALYZE %I', parent);
    WHEN 'keep' THEN
      EXECUTE format('LOCK TABLE %I IN SHARE MODE', part);
    WHEN 'create' THEN
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part, parent);
      -- A trigger of the partitioned table is not asked by statements that name a partition.
      IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = format('public.%I', parent)::regclass AND tgname = parent || '_append_only') THEN
        EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
                          FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only()', parent || '_append_only', part);
      END IF;
      -- Whoever may use the table may use a partition by its name.
      FOR granted IN SELECT grantee, privilege_type FROM pg_class, aclexplode(relacl)
                      WHERE oid = format('public.%I', parent)::regclass AND grantee <> relowner AND grantee <> 0 LOOP
        EXECUTE format('GRANT %s ON %I TO %s', granted.privilege_type, part, granted.grantee::regrole);
      END LOOP;
    WHEN 'attach' THEN
      IF part LIKE '%\_restoring' THEN
        RAISE EXCEPTION '% is not restored yet', part;
      END IF;
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES %s', parent, part, bounds);
    WHEN 'detach' THEN
      -- The one of all higher keys is attached again within the transaction.
      IF part <> parent || '_rest' THEN
        PERFORM partition_may_go(parent, part, true);
      END IF;
      EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, part);
    WHEN 'rename' THEN
      IF becomes LIKE '%\_restoring' THEN
        RAISE EXCEPTION '% cannot become %', part, becomes;
      END IF;
      EXECUTE format('ALTER TABLE %I RENAME TO %I', part, becomes);
    WHEN 'bound' THEN
      EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%s) NOT VALID', part, becomes,
                     concat_ws(' AND ', CASE WHEN lower_key IS NOT NULL THEN format('%I >= %s', key_column, lower_key) END,
                                        format('%I < %s', key_column, upper_key)));
    WHEN 'validate' THEN
      EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT %I', part, becomes);
    WHEN 'unbound' THEN
      EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', part, becomes);
    WHEN 'index' THEN
      -- The indexes of the partitioned table, under names of PostgreSQL's.
      FOR indexed IN SELECT pg_get_indexdef(indexrelid) AS definition, pg_get_constraintdef(pg_constraint.oid) AS primary_key
                       FROM pg_index LEFT JOIN pg_constraint ON conindid = indexrelid AND contype = 'p' AND conrelid = indrelid
                      WHERE indrelid = format('public.%I', parent)::regclass LOOP
        IF indexed.primary_key IS NOT NULL THEN
          EXECUTE format('ALTER TABLE %I ADD %s', part, indexed.primary_key);
        ELSIF indexed.definition !~ '^CREATE( UNIQUE)? INDEX \S+ ON ONLY \S+ ' THEN
          RAISE EXCEPTION 'an index is not understood: %', indexed.definition;
        ELSE
          EXECUTE regexp_replace(indexed.definition, '^(CREATE(?: UNIQUE)? INDEX) \S+ ON ONLY \S+ ', format('\1 ON %I ', part));
        END IF;
      END LOOP;
    WHEN 'drop' THEN
      IF to_regclass(format('public.%I', part)) IS NULL THEN
        RETURN;
      END IF;
      PERFORM partition_may_go(parent, part, is_attached);
      EXECUTE format('DROP TABLE %I', part);
    ELSE
      RAISE EXCEPTION 'partitions know no act %', act;
  END CASE;
END;
$$;
--> statement-breakpoint
-- Refuses to drop rows that are kept nowhere else. A table that is being restored is a copy of its file until it is attached.
CREATE FUNCTION partition_may_go(parent text, part text, is_attached boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  has_rows boolean;
BEGIN
  IF NOT is_attached AND part LIKE '%\_restoring' THEN
    RETURN;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %I)', part) INTO has_rows;
  IF has_rows AND NOT (EXISTS (SELECT FROM archives WHERE table_name = parent AND partition = part AND restored_at IS NULL)
     AND EXISTS (SELECT FROM operator_log WHERE what = 'archive' AND subject = part)) THEN
    RAISE EXCEPTION '% has rows that are archived nowhere', part;
  END IF;
END;
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION partition_may_go(text, text, boolean) FROM PUBLIC;
--> statement-breakpoint
-- What the audit folded before it kept sums by reference.
INSERT INTO audited_references (owner, reference, asset, available, frozen)
SELECT owner, reference, asset, sum(available), sum(frozen) FROM ledger_entries
 WHERE owner BETWEEN 31 AND 35 AND reference IS NOT NULL AND xid < (SELECT horizon::text::bigint FROM audit_state)
 GROUP BY owner, reference, asset;
--> statement-breakpoint
INSERT INTO audited_references (owner, reference, asset, available, frozen)
SELECT owner, reference, asset, sum(available), sum(frozen) FROM ledger_entries
 WHERE owner = 3 AND kind IN ('contract-open', 'contract-close', 'contract-overnight')
   AND reference IS NOT NULL AND xid < (SELECT horizon::text::bigint FROM audit_state)
 GROUP BY owner, reference, asset;
--> statement-breakpoint
-- Of instant transfers and penalties the ledger is not read again: what of their entries was folded is what the rows say, less
-- what is to be folded yet. The planner does not know how few these are: the index of `xid` finds them.
SET LOCAL enable_seqscan = off;
--> statement-breakpoint
INSERT INTO audited_references AS held (owner, reference, asset, available, frozen)
SELECT owner, reference, asset, sum(units), 0 FROM (
  SELECT payer AS owner, 'instant-transfer:' || id AS reference, asset, -amount AS units FROM instant_transfers
   UNION ALL SELECT recipient, 'instant-transfer:' || id, asset, amount FROM instant_transfers
   UNION ALL SELECT CASE decision WHEN 'release' THEN buyer ELSE seller END, id::text, 'USDT', penalty FROM fiat_orders
              WHERE ended_at IS NOT NULL AND penalty > 0
   UNION ALL SELECT owner, reference, asset, -available FROM ledger_entries
              WHERE xid >= (SELECT horizon::text::bigint FROM audit_state) AND kind IN ('instant-transfer', 'merchant-penalty')
                AND available <> 0) AS moved
 GROUP BY owner, reference, asset HAVING sum(units) <> 0
ON CONFLICT (owner, reference, asset) DO UPDATE SET available = held.available + excluded.available;
--> statement-breakpoint
SET LOCAL enable_seqscan = on;
--> statement-breakpoint
-- Releases before held what was bought by coin, out of the orders: it counts by value from now on, at the last price of the
-- minute that its order ended in or of the last one before; without any, as the most that nobody has.
INSERT INTO value_holds (owner, fiat_order, value, until)
SELECT o.buyer, o.id,
       CASE WHEN o.asset = 'USDT' THEN o.units
            ELSE greatest(1, least(coalesce(trunc(o.units * p.price * 100000000 / 10::numeric ^ c.scale), 1e17), 1e17))::bigint
        END,
       o.ended_at + 86400000
  FROM fiat_orders AS o
  JOIN listed_coins AS c ON c.id = o.asset
  LEFT JOIN LATERAL (
    SELECT m.close / 10::numeric ^ l.price_decimals AS price
      FROM listed_pairs AS l JOIN market_minutes AS m ON m.pair = l.id
     WHERE l.id = o.asset || 'USDT' AND m.start_at <= o.ended_at
     ORDER BY m.start_at DESC LIMIT 1
  ) AS p ON true
 WHERE o.state = 'completed' AND o.buyer >= 100000
   AND o.ended_at > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 86400000;
--> statement-breakpoint
-- Links a row into the chain of its record. Two at a time would follow the same link: the second waits for the first.
CREATE FUNCTION link_row(of_record text, of_subject bigint, of_source text, of_key text, row_content jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  former_number bigint;
  former_hash bytea;
  linked_at bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
  digest bytea := sha256(convert_to(jsonb_strip_nulls(row_content)::text, 'UTF8'));
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(of_record, of_subject));
  SELECT number, hash INTO former_number, former_hash FROM record_links
   WHERE record = of_record AND subject = of_subject ORDER BY number DESC LIMIT 1;
  former_number := coalesce(former_number, 0);
  INSERT INTO record_links (record, subject, number, source, key, content, hash, at)
  VALUES (of_record, of_subject, former_number + 1, of_source, of_key, digest,
          sha256(coalesce(former_hash, ''::bytea)
                 || convert_to(format(E'%s\n%s\n%s\n%s\n%s\n%s\n', of_record, of_subject, former_number + 1, of_source, of_key,
                                      linked_at), 'UTF8')
                 || digest),
          linked_at);
END;
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION link_row(text, bigint, text, text, jsonb) FROM PUBLIC;
--> statement-breakpoint
-- With the record, and the columns of subject and key, as `core/records/chained.ts` declares them.
CREATE FUNCTION row_is_linked() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  content jsonb := to_jsonb(NEW);
BEGIN
  PERFORM link_row(TG_ARGV[0], coalesce((content ->> TG_ARGV[1])::bigint, 0), TG_TABLE_NAME, content ->> TG_ARGV[2], content);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Links the next rows of a table from before it was chained, in the order of their keys. Returns how many it looked at; once it
-- was none, the table has no such rows.
CREATE FUNCTION link_former_rows(of_source text, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  backlog record_backlog%ROWTYPE;
  former record;
  looked integer := 0;
  key_type text;
BEGIN
  SELECT * INTO backlog FROM record_backlog WHERE source = of_source FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  SELECT atttypid::regtype::text INTO key_type FROM pg_attribute
   WHERE attrelid = of_source::regclass AND attname = backlog.key_column;
  FOR former IN EXECUTE format(
    'SELECT %1$I::text AS key, to_jsonb(stored) AS content FROM %2$I AS stored
      WHERE $1 IS NULL OR %1$I > $1::%3$s ORDER BY %1$I LIMIT $2', backlog.key_column, of_source, key_type)
    USING backlog.cursor, least(greatest(most, 1), 10000) LOOP
    looked := looked + 1;
    backlog.cursor := former.key;
    IF NOT EXISTS (SELECT FROM record_links WHERE source = of_source AND key = former.key) THEN
      PERFORM link_row(backlog.record, coalesce((former.content ->> backlog.subject_column)::bigint, 0), of_source, former.key,
                       former.content);
    END IF;
  END LOOP;
  IF looked = 0 THEN
    DELETE FROM record_backlog WHERE source = of_source;
  ELSE
    UPDATE record_backlog SET cursor = backlog.cursor WHERE source = of_source;
  END IF;
  RETURN looked;
END;
$$;
--> statement-breakpoint
-- Movements of before name the user, and not the pool that bears them.
UPDATE sign_in_pools SET used_before = used;
--> statement-breakpoint
-- Loans that began before their hours were added up: all interest of a loan is its rate of them. What was written off was the
-- principal, which the ledger paid out and nobody repaid, and interest.
UPDATE loans
   SET unit_hours = (CASE state WHEN 'written-off' THEN repaid + written_off - amount ELSE interest + interest_paid END * 1000000000::numeric
                     + interest_rest) / hourly_rate
 WHERE started_at IS NOT NULL;
--> statement-breakpoint
-- Hours that bore interest were not counted: those of a loan that was never sold are all since it was paid out. Only a running
-- loan has prices that something is due at.
UPDATE loans
   SET borne = CASE WHEN sale_cause IS NULL THEN (accrued_to - started_at) / 3600000 END,
       watch_price = CASE WHEN state = 'running' THEN watch_price END,
       calm_price = CASE WHEN state = 'running' THEN calm_price END
 WHERE started_at IS NOT NULL;
--> statement-breakpoint
-- A sale that goes on is the first one that is counted: its slices are the newest, as many as are missing of what it began with.
UPDATE loans SET sales = 1 WHERE state = 'selling';
--> statement-breakpoint
UPDATE loan_sales SET nth = 1
  FROM (SELECT sale.id, loans.sale_of - loans.locked AS gone,
               sum(CASE sale.state WHEN 'open' THEN sale.units ELSE sale.sold END)
                 OVER (PARTITION BY sale.loan ORDER BY sale.id DESC) AS since
          FROM loan_sales AS sale JOIN loans ON loans.id = sale.loan WHERE loans.state = 'selling') AS newest
 WHERE newest.id = loan_sales.id AND newest.since <= newest.gone;
--> statement-breakpoint
-- Releases before kept the difference alone.
UPDATE team_fees SET paid = greatest(fee, 0), returned = greatest(-fee, 0);
--> statement-breakpoint
-- The defaults were for the rows of before.
ALTER TABLE team_fees ALTER COLUMN paid DROP DEFAULT, ALTER COLUMN returned DROP DEFAULT,
  ADD CONSTRAINT team_fees_add_up CHECK (paid >= 0 AND returned >= 0 AND fee = paid - returned);
--> statement-breakpoint
-- What was due kept sums of closings of the last seconds: the time of the first of those takes their place.
UPDATE contract_notices_due AS due
   SET at = closed.at
  FROM (SELECT due.position, due.kind, min(closing.at) AS at
          FROM contract_notices_due AS due
          JOIN contract_closings AS closing
            ON closing.position = due.position AND closing.reason = due.kind AND closing.at >= due.due_at - 15000
         GROUP BY due.position, due.kind) AS closed
 WHERE closed.position = due.position AND closed.kind = due.kind;
--> statement-breakpoint
-- Releases before did not count how often a product was used: robots are numbered as they were created.
UPDATE robots SET product_use = used.of_all, own_use = used.of_owner
  FROM (SELECT id, row_number() OVER (PARTITION BY strategy, pair ORDER BY id) AS of_all,
               row_number() OVER (PARTITION BY owner, strategy, pair ORDER BY id) AS of_owner
          FROM robots) AS used
 WHERE used.id = robots.id;
--> statement-breakpoint
-- The defaults were for the rows of before: from now on each robot is numbered as it is written.
ALTER TABLE robots ALTER COLUMN product_use DROP DEFAULT, ALTER COLUMN own_use DROP DEFAULT,
  ADD CONSTRAINT robots_used CHECK (product_use > 0 AND own_use > 0);
--> statement-breakpoint
-- The numbers of before were all 0, so the indexes follow them.
CREATE UNIQUE INDEX robots_product_use ON robots (strategy, pair, product_use);
--> statement-breakpoint
CREATE UNIQUE INDEX robots_own_use ON robots (owner, strategy, pair, own_use);
--> statement-breakpoint
-- What robots made after fees was not kept.
UPDATE robots
   SET net = realized - fees + cost_fees + coalesce((SELECT sum(further.cost_fees) FROM robot_coins AS further WHERE robot = robots.id), 0);
--> statement-breakpoint
ALTER TABLE robots ALTER COLUMN net DROP DEFAULT;
--> statement-breakpoint
-- Cancellations of the day on which counting in the row of the order begins. Orders not paid in time before do not count.
UPDATE fiat_orders AS o SET cancel_number = counted.number
  FROM (SELECT id, row_number() OVER (PARTITION BY buyer ORDER BY ended_at, id)::integer AS number FROM fiat_orders
         WHERE ended_by = 'buyer' AND ended_at >= ((floor((extract(epoch FROM now()) + 28800) / 86400) * 86400 - 28800) * 1000)::bigint
       ) AS counted
 WHERE counted.id = o.id;
--> statement-breakpoint
-- What truncation left of units times price, of orders before it was kept.
UPDATE fiat_orders AS own
   SET decimals = scales.decimals, rest = own.units::numeric * own.price - own.amount * 10::numeric ^ scales.decimals
  FROM (SELECT listed.id AS asset, money.currency, (listed.scale + money.price - money.amount)::smallint AS decimals
          FROM listed_coins AS listed,
               (VALUES ('CNY', 2, 2), ('HKD', 2, 2), ('USD', 3, 2), ('EUR', 3, 2), ('JPY', 2, 0), ('KRW', 1, 0), ('VND', 0, 0),
                       ('THB', 2, 2)) AS money (currency, price, amount)) AS scales
 WHERE scales.asset = own.asset AND scales.currency = own.currency;
--> statement-breakpoint
-- A key is destroyed once, and never comes back or becomes another: rows name it for good.
CREATE FUNCTION person_key_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.wrapped IS NULL OR NEW.wrapped IS NOT NULL
     OR (NEW.id, NEW.person, NEW.at) IS DISTINCT FROM (OLD.id, OLD.person, OLD.at) THEN
    RAISE EXCEPTION 'a key of evidence can only be destroyed';
  END IF;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER person_keys_stay BEFORE UPDATE OR DELETE ON person_keys
  FOR EACH ROW EXECUTE FUNCTION person_key_stays();
--> statement-breakpoint
-- A document is known by country and number, and no longer by its kind too (`documentKeyOf`). Where both kinds of one number
-- stand by now, the later one keeps its key: nobody's identity is taken away.
UPDATE verifications v
   SET document_key = encode(sha256(convert_to(E'document\n' || v.country || E'\n' || v.number, 'UTF8')), 'hex')
  FROM (SELECT id, row_number() OVER (PARTITION BY country, number ORDER BY id) AS place
          FROM verifications WHERE number <> '' AND state <> 'refused'
        UNION ALL SELECT id, 1 FROM verifications WHERE number <> '' AND state = 'refused') AS kept
 WHERE kept.id = v.id AND kept.place = 1;
--> statement-breakpoint
CREATE TRIGGER trades_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trades
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER contract_trades_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON contract_trades
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER contract_closings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON contract_closings
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER robot_trades_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON robot_trades
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER instant_transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON instant_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER team_rebates_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON team_rebates
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER miner_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON miner_events
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER deposit_addresses_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_addresses
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER record_links_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON record_links
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER record_heads_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON record_heads
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER merchant_requests_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON merchant_requests
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER fiat_order_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON fiat_order_events
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER fiat_statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON fiat_statements
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER fiat_proofs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON fiat_proofs
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
DO $$
DECLARE
  part record;
BEGIN
  FOR part IN SELECT inhparent::regclass AS parent, inhrelid::regclass AS name FROM pg_inherits
               WHERE inhparent = ANY ('{trades,contract_trades,contract_closings,robot_trades,instant_transfers,team_rebates,miner_events,deposit_addresses,record_links,record_heads,merchant_requests,fiat_order_events,fiat_statements,fiat_proofs}'::regclass[]) LOOP
    EXECUTE format('CREATE TRIGGER %1$s_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %2$s   FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();', part.parent, part.name);
  END LOOP;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER operator_log_chained AFTER INSERT ON operator_log
  FOR EACH ROW EXECUTE FUNCTION row_is_linked('operator log', '', 'id');
--> statement-breakpoint
INSERT INTO record_backlog (source, record, subject_column, key_column)
SELECT 'operator_log', 'operator log', '', 'id' WHERE EXISTS (SELECT FROM operator_log);
--> statement-breakpoint
DO $$
BEGIN
  WHILE link_former_rows('operator_log', 10000) > 0 LOOP
  END LOOP;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER fiat_order_events_chained AFTER INSERT ON fiat_order_events
  FOR EACH ROW EXECUTE FUNCTION row_is_linked('fiat order', 'fiat_order', 'id');
--> statement-breakpoint
INSERT INTO record_backlog (source, record, subject_column, key_column)
SELECT 'fiat_order_events', 'fiat order', 'fiat_order', 'id' WHERE EXISTS (SELECT FROM fiat_order_events);
--> statement-breakpoint
CREATE TRIGGER fiat_statements_chained AFTER INSERT ON fiat_statements
  FOR EACH ROW EXECUTE FUNCTION row_is_linked('fiat order', 'fiat_order', 'id');
--> statement-breakpoint
INSERT INTO record_backlog (source, record, subject_column, key_column)
SELECT 'fiat_statements', 'fiat order', 'fiat_order', 'id' WHERE EXISTS (SELECT FROM fiat_statements);
--> statement-breakpoint
CREATE TRIGGER fiat_proofs_chained AFTER INSERT ON fiat_proofs
  FOR EACH ROW EXECUTE FUNCTION row_is_linked('fiat order', 'fiat_order', 'file');
--> statement-breakpoint
INSERT INTO record_backlog (source, record, subject_column, key_column)
SELECT 'fiat_proofs', 'fiat order', 'fiat_order', 'file' WHERE EXISTS (SELECT FROM fiat_proofs);
