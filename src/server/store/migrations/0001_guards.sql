-- The ledger's past is never rewritten: entries and journals can be added, nothing else.
CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER journals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journals
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
-- A balance can reach zero, but its row stays for as long as its entries do.
CREATE TRIGGER balances_kept BEFORE DELETE OR TRUNCATE ON balances
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
INSERT INTO audit_state (horizon) VALUES ('0');
--> statement-breakpoint
-- Balances change all the time and none of it is indexed: room on the page keeps the new versions beside the old ones.
ALTER TABLE balances SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
