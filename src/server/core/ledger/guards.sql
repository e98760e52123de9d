-- The ledger's past is never rewritten: entries and journals can be added, nothing else.
CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP;
END;
$$;
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
-- A balance can reach zero, but its row stays for as long as its entries do.
CREATE TRIGGER balances_kept BEFORE DELETE OR TRUNCATE ON balances
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
INSERT INTO audit_state (horizon) VALUES ('0');
--> statement-breakpoint
-- Balances change all the time and none of it is indexed: room on the page keeps the new versions beside the old ones.
ALTER TABLE balances SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
