-- A withdrawal's transfer is one of those that were signed for it with its nonce, which it keeps until that was used up by
-- nothing; and what ended stays ended.
CREATE OR REPLACE FUNCTION withdrawal_keeps_its_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.nonce IS NOT NULL AND NEW.nonce IS DISTINCT FROM OLD.nonce AND NOT (NEW.nonce IS NULL AND EXISTS (
    SELECT FROM released_nonces WHERE chain = OLD.chain AND nonce = OLD.nonce AND withdrawal = OLD.id
  )) THEN
    RAISE EXCEPTION 'withdrawal % has a transfer already', OLD.id;
  END IF;
  IF NEW.nonce IS NOT NULL AND (NEW.nonce, NEW.raw, NEW.hash) IS DISTINCT FROM (OLD.nonce, OLD.raw, OLD.hash)
     AND NOT EXISTS (
       SELECT FROM payout_transfers WHERE chain = NEW.chain AND hash = NEW.hash AND nonce = NEW.nonce
          AND raw = NEW.raw AND withdrawal = NEW.id AND pays = 'withdrawal'
     ) THEN
    RAISE EXCEPTION 'withdrawal % cannot have a transfer that was not signed for it', OLD.id;
  END IF;
  IF OLD.state IN ('confirmed', 'refused', 'failed') THEN
    RAISE EXCEPTION 'withdrawal % has ended', OLD.id;
  END IF;
  IF (NEW.owner, NEW.asset, NEW.chain, NEW.address, NEW.units, NEW.fee)
     IS DISTINCT FROM (OLD.owner, OLD.asset, OLD.chain, OLD.address, OLD.units, OLD.fee) THEN
    RAISE EXCEPTION 'withdrawal % goes where it was asked to go', OLD.id;
  END IF;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
-- Releases before kept the one transfer of a withdrawal in its row alone.
INSERT INTO payout_transfers (chain, hash, nonce, withdrawal, raw, place, pays, at)
SELECT chain, hash, nonce, id, raw, 0, 'withdrawal', coalesce(approved_at, updated_at) FROM withdrawals WHERE nonce IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER payout_transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER released_nonces_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON released_nonces
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
-- What was committed to is never drawn again.
CREATE TRIGGER entropy_chains_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entropy_chains
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
--> statement-breakpoint
CREATE TRIGGER simulated_levels_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON simulated_levels
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();
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
--> statement-breakpoint
-- Bytes that no file names any more are removed from where they lie, whatever removed or moved the file.
CREATE FUNCTION file_object_is_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO object_removals (object, place, due_at) VALUES (OLD.object, OLD.place, 0);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER files_object_left AFTER DELETE ON files
  FOR EACH ROW WHEN (OLD.object IS NOT NULL) EXECUTE FUNCTION file_object_is_left();
--> statement-breakpoint
CREATE TRIGGER files_object_moved AFTER UPDATE ON files
  FOR EACH ROW WHEN (OLD.object IS NOT NULL AND OLD.object IS DISTINCT FROM NEW.object) EXECUTE FUNCTION file_object_is_left();
