-- A key is destroyed once, and never comes back or becomes another: rows name it for good.
CREATE FUNCTION person_key_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.wrapped IS NULL OR NEW.wrapped IS NOT NULL
     OR (NEW.id, NEW.person, NEW.at) IS DISTINCT FROM (OLD.id, OLD.person, OLD.at) THEN
    RAISE EXCEPTION 'a key of evidence can only be destroyed';
  END IF;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER person_keys_stay BEFORE UPDATE OR DELETE ON person_keys
  FOR EACH ROW EXECUTE FUNCTION person_key_stays();
