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
