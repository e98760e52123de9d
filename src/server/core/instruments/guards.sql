-- What a coin's units and a pair's steps mean is told by their rows alone: balances, orders and trades count in them.
CREATE FUNCTION listed_steps_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what % names stays as it was listed: % refused', TG_TABLE_NAME, TG_OP;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER listed_coins_stay BEFORE DELETE OR TRUNCATE ON listed_coins
  FOR EACH STATEMENT EXECUTE FUNCTION listed_steps_stay();
--> statement-breakpoint
CREATE TRIGGER listed_coins_scale_stays BEFORE UPDATE ON listed_coins
  FOR EACH ROW WHEN (OLD.id IS DISTINCT FROM NEW.id OR OLD.scale IS DISTINCT FROM NEW.scale)
  EXECUTE FUNCTION listed_steps_stay();
--> statement-breakpoint
CREATE TRIGGER listed_contracts_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON listed_contracts
  FOR EACH STATEMENT EXECUTE FUNCTION listed_steps_stay();
--> statement-breakpoint
CREATE TRIGGER listed_pairs_stay BEFORE DELETE OR TRUNCATE ON listed_pairs
  FOR EACH STATEMENT EXECUTE FUNCTION listed_steps_stay();
--> statement-breakpoint
CREATE TRIGGER listed_pairs_steps_stay BEFORE UPDATE ON listed_pairs
  FOR EACH ROW WHEN ((OLD.id, OLD.base, OLD.quote, OLD.price_decimals, OLD.amount_decimals)
    IS DISTINCT FROM (NEW.id, NEW.base, NEW.quote, NEW.price_decimals, NEW.amount_decimals))
  EXECUTE FUNCTION listed_steps_stay();
