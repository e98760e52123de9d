INSERT INTO writer_fences (writer, epoch, last_id)
SELECT 'spot', 0, greatest((SELECT max(id) FROM spot_orders), (SELECT max(id) FROM trades), 0)
ON CONFLICT (writer) DO NOTHING;
--> statement-breakpoint
INSERT INTO writer_fences (writer, epoch, last_id)
SELECT 'contracts', 0, greatest((SELECT max(id) FROM contract_orders), (SELECT max(id) FROM contract_closings),
                                (SELECT max(id) FROM contract_trades), 0)
ON CONFLICT (writer) DO NOTHING;
--> statement-breakpoint
-- Keys of orders that were placed before the order's row kept them: asked again, they still find their order.
UPDATE spot_orders AS stored
   SET request_key = substring(sha256(convert_to(known.key, 'UTF8')) FOR 16),
       request_hash = substring(decode(translate(known.body_hash, '-_', '+/') || '=', 'base64') FOR 16)
  FROM idempotency AS known
 WHERE known.call = 'POST currency' AND stored.owner = known.user_id AND stored.id = (known.answer->>'id')::bigint
   AND stored.request_key IS NULL;
--> statement-breakpoint
DELETE FROM idempotency WHERE call = 'POST currency';
--> statement-breakpoint
-- What an operator did, and why, is never rewritten.
CREATE TRIGGER operator_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_log
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
INSERT INTO operator_log_taken (line) VALUES (0);
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
-- Releases before kept a row per journal in `journals` and one per part in `entries`: one entry per balance of a journal
-- takes their place. Their ids and transactions are kept, so that records keep their order and the audit its horizon.
INSERT INTO ledger_entries (id, journal_id, owner, wallet, asset, available, frozen, locked, fee, kind, reference, at, xid)
SELECT min(entry.id), min(min(entry.id)) OVER (PARTITION BY entry.journal_id), entry.owner, entry.wallet, entry.asset,
       coalesce(sum(entry.amount) FILTER (WHERE entry.part = 0), 0),
       coalesce(sum(entry.amount) FILTER (WHERE entry.part = 1), 0),
       coalesce(sum(entry.amount) FILTER (WHERE entry.part = 2), 0),
       0, journal.kind, journal.reference, journal.at, min(entry.xid::text::bigint)
  FROM entries AS entry JOIN journals AS journal ON journal.id = entry.journal_id
 GROUP BY entry.journal_id, entry.owner, entry.wallet, entry.asset, journal.kind, journal.reference, journal.at
HAVING coalesce(sum(entry.amount) FILTER (WHERE entry.part = 0), 0) <> 0
    OR coalesce(sum(entry.amount) FILTER (WHERE entry.part = 1), 0) <> 0
    OR coalesce(sum(entry.amount) FILTER (WHERE entry.part = 2), 0) <> 0
 ORDER BY 1;
--> statement-breakpoint
SELECT setval('ledger_entries_id_seq', (SELECT max(id) FROM entries)) WHERE EXISTS (SELECT FROM entries);
--> statement-breakpoint
DROP TABLE entries, journals;
--> statement-breakpoint
-- What the data is never changes: another mode or another network is other data.
CREATE TRIGGER store_identity_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON store_identity
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER store_chains_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON store_chains
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
