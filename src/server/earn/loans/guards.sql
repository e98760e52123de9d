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
