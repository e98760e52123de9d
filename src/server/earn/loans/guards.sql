CREATE TRIGGER loan_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON loan_events
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
