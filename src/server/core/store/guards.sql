-- For tables whose past is never rewritten: a trigger per table names what is refused, `BEFORE UPDATE OR DELETE OR TRUNCATE`.
CREATE FUNCTION table_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP;
END;
$$;
