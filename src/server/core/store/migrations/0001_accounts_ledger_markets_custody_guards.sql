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
--> statement-breakpoint
-- Who decided what, and why, is never rewritten.
CREATE FUNCTION review_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER review_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON review_log
  FOR EACH STATEMENT EXECUTE FUNCTION review_log_is_append_only();
--> statement-breakpoint
CREATE TRIGGER reviews_kept BEFORE DELETE OR TRUNCATE ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION review_log_is_append_only();
--> statement-breakpoint
-- A review goes one way, open to decided to applied, and a decision stands once it is made.
CREATE FUNCTION review_goes_one_way() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.kind, OLD.subject, OLD.owner, OLD.facts) IS DISTINCT FROM (NEW.kind, NEW.subject, NEW.owner, NEW.facts)
    OR OLD.state = 'applied'
    OR (OLD.state = 'decided' AND NEW.state = 'open')
    OR (OLD.state <> 'open' AND (OLD.approved, OLD.reason, OLD.decided_by, OLD.decided_at)
      IS DISTINCT FROM (NEW.approved, NEW.reason, NEW.decided_by, NEW.decided_at))
  THEN
    RAISE EXCEPTION 'review % cannot change from % to %', OLD.id, OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER reviews_one_way BEFORE UPDATE ON reviews FOR EACH ROW EXECUTE FUNCTION review_goes_one_way();
--> statement-breakpoint
-- What was signed for a withdrawal stays as it is, and what ended stays ended.
CREATE FUNCTION withdrawal_keeps_its_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.nonce IS NOT NULL AND (NEW.nonce, NEW.raw, NEW.hash) IS DISTINCT FROM (OLD.nonce, OLD.raw, OLD.hash) THEN
    RAISE EXCEPTION 'withdrawal % has a transfer already', OLD.id;
  END IF;
  IF OLD.state IN ('confirmed', 'refused', 'failed') THEN
    RAISE EXCEPTION 'withdrawal % has ended', OLD.id;
  END IF;
  IF (NEW.owner, NEW.asset, NEW.chain, NEW.address, NEW.units, NEW.fee)
     IS DISTINCT FROM (OLD.owner, OLD.asset, OLD.chain, OLD.address, OLD.units, OLD.fee) THEN
    RAISE EXCEPTION 'withdrawal % goes where it was asked to go', OLD.id;
  END IF;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER withdrawals_keep_transfer BEFORE UPDATE ON withdrawals
  FOR EACH ROW EXECUTE FUNCTION withdrawal_keeps_its_transfer();
