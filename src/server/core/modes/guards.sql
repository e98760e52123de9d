-- What the data is never changes: another mode or another network is other data.
CREATE TRIGGER store_identity_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON store_identity
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER store_chains_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON store_chains
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
