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
