-- A withdrawal's transfer is one of those that were signed for it with its nonce, which it keeps until that was used up by
-- nothing; and what ended stays ended.
CREATE OR REPLACE FUNCTION withdrawal_keeps_its_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.nonce IS NOT NULL AND NEW.nonce IS DISTINCT FROM OLD.nonce AND NOT (NEW.nonce IS NULL AND EXISTS (
    SELECT FROM released_nonces WHERE chain = OLD.chain AND nonce = OLD.nonce AND withdrawal = OLD.id
  )) THEN
    RAISE EXCEPTION 'withdrawal % has a transfer already', OLD.id;
  END IF;
  IF NEW.nonce IS NOT NULL AND (NEW.nonce, NEW.raw, NEW.hash) IS DISTINCT FROM (OLD.nonce, OLD.raw, OLD.hash)
     AND NOT EXISTS (
       SELECT FROM payout_transfers WHERE chain = NEW.chain AND hash = NEW.hash AND nonce = NEW.nonce
          AND raw = NEW.raw AND withdrawal = NEW.id AND pays = 'withdrawal'
     ) THEN
    RAISE EXCEPTION 'withdrawal % cannot have a transfer that was not signed for it', OLD.id;
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
--> statement-breakpoint
-- Releases before kept the one transfer of a withdrawal in its row alone.
INSERT INTO payout_transfers (chain, hash, nonce, withdrawal, raw, place, pays, at)
SELECT chain, hash, nonce, id, raw, 0, 'withdrawal', coalesce(approved_at, updated_at) FROM withdrawals WHERE nonce IS NOT NULL;
