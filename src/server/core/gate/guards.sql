-- What an operator did, and why, is never rewritten.
CREATE TRIGGER operator_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_log
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
INSERT INTO operator_log_taken (line) VALUES (0);
