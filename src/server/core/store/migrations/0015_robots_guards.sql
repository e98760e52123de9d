INSERT INTO loan_lent (asset, units)
SELECT asset, sum(principal) FROM loans WHERE state IN ('running', 'selling') GROUP BY asset;
--> statement-breakpoint
-- A loan begins under review and is paid out by a change, so inserting one lends nothing.
CREATE FUNCTION loan_lent_follows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change bigint := CASE WHEN NEW.state IN ('running', 'selling') THEN NEW.principal ELSE 0 END
                 - CASE WHEN OLD.state IN ('running', 'selling') THEN OLD.principal ELSE 0 END;
BEGIN
  IF change > 0 THEN
    INSERT INTO loan_lent (asset, units) VALUES (NEW.asset, change)
    ON CONFLICT (asset) DO UPDATE SET units = loan_lent.units + excluded.units;
  ELSIF change < 0 THEN
    UPDATE loan_lent SET units = units + change WHERE asset = NEW.asset;
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
-- At the commit, behind every balance that the transaction locks: it holds the row of its coin for that moment alone.
CREATE CONSTRAINT TRIGGER loan_lent_follows AFTER UPDATE ON loans DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.principal <> NEW.principal)
  EXECUTE FUNCTION loan_lent_follows();
