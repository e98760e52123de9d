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
