-- Who decided what, and why, is never rewritten.
CREATE FUNCTION review_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER reviews_kept BEFORE DELETE OR TRUNCATE ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION review_log_is_append_only();
--> statement-breakpoint
-- A review goes one way, open to decided to applied, and a decision stands once it is made.
CREATE FUNCTION review_goes_one_way() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.kind, OLD.subject, OLD.owner, OLD.facts) IS DISTINCT FROM (NEW.kind, NEW.subject, NEW.owner, NEW.facts)
    OR OLD.state = 'applied'
    OR (OLD.state = 'decided' AND NEW.state = 'open')
    OR (OLD.state <> 'open' AND (OLD.approved, OLD.reason, OLD.decided_by, OLD.decided_at)
      IS DISTINCT FROM (NEW.approved, NEW.reason, NEW.decided_by, NEW.decided_at))
  THEN
    RAISE EXCEPTION 'review % cannot change from % to %', OLD.id, OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER reviews_one_way BEFORE UPDATE ON reviews FOR EACH ROW EXECUTE FUNCTION review_goes_one_way();
