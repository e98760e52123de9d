-- For tables whose past is never rewritten: a trigger per table names what is refused, `BEFORE UPDATE OR DELETE OR TRUNCATE`.
CREATE FUNCTION table_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP;
END;
$$;
--> statement-breakpoint
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
--> statement-breakpoint
-- What was said to and by customer service, and who did what, is never rewritten.
CREATE TRIGGER work_order_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON work_order_log
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER work_order_replies_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON work_order_replies
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER work_orders_kept BEFORE DELETE OR TRUNCATE ON work_orders
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE FUNCTION work_order_keeps_its_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.owner, OLD.client_id, OLD.title, OLD.description, OLD.images, OLD.at)
    IS DISTINCT FROM (NEW.owner, NEW.client_id, NEW.title, NEW.description, NEW.images, NEW.at)
  THEN
    RAISE EXCEPTION 'the words of work order % cannot change', OLD.id;
  END IF;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER work_orders_keep_their_words BEFORE UPDATE ON work_orders
  FOR EACH ROW EXECUTE FUNCTION work_order_keeps_its_words();
