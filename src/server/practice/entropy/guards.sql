-- What was committed to is never drawn again.
CREATE TRIGGER entropy_chains_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entropy_chains
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER simulated_levels_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON simulated_levels
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
