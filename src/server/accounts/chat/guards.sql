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
-- Members are listed by their nickname without looking at the others. Whoever joins waits for a nickname that is being
-- changed, and whoever changes theirs for a joining that is under way: neither misses the other.
CREATE FUNCTION chat_member_is_named() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  key text;
BEGIN
  SELECT nickname_key INTO key FROM users WHERE id = NEW.user_id FOR KEY SHARE;
  NEW.name_key := coalesce(key, U&'\+10FFFF');
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER chat_members_named BEFORE INSERT ON chat_members
  FOR EACH ROW EXECUTE FUNCTION chat_member_is_named();
--> statement-breakpoint
CREATE FUNCTION chat_members_are_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE chat_members SET name_key = coalesce(NEW.nickname_key, U&'\+10FFFF') WHERE user_id = NEW.id;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER users_renamed_in_chat AFTER UPDATE OF nickname_key ON users
  FOR EACH ROW WHEN (OLD.nickname_key IS DISTINCT FROM NEW.nickname_key) EXECUTE FUNCTION chat_members_are_renamed();
--> statement-breakpoint
UPDATE chat_members m SET name_key = u.nickname_key FROM users u WHERE u.id = m.user_id AND u.nickname_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX chat_members_names ON chat_members (group_id, name_key COLLATE "C", user_id) WHERE NOT removed;
