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
