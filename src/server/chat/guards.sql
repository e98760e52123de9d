-- What the operator of the chat did is never rewritten.
CREATE TRIGGER chat_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON chat_log
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
-- A message is what its author wrote: it may be emptied by a removal, never changed to say something else.
CREATE FUNCTION chat_message_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.group_id, OLD.number, OLD.author, OLD.key, OLD.at) IS DISTINCT FROM (NEW.group_id, NEW.number, NEW.author, NEW.key, NEW.at)
    OR OLD.removed_by IS NOT NULL
    OR (NEW.removed_by IS NULL AND OLD.text IS DISTINCT FROM NEW.text)
    OR (NEW.removed_by IS NOT NULL AND NEW.text <> '')
  THEN
    RAISE EXCEPTION 'message % of group % cannot be changed', OLD.number, OLD.group_id;
  END IF;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER chat_messages_kept BEFORE UPDATE ON chat_messages FOR EACH ROW EXECUTE FUNCTION chat_message_is_kept();
