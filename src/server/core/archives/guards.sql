-- Partitions change through this alone: the exchange connects with a role that owns no table. It is the owner's, and checks what it
-- is asked: `parent` is a partitioned table, `part` bears its name, and no rows are taken out but those of a partition whose archive
-- is noted, with a line in the operators' log. Bounds are of keys; null for no bound.
CREATE FUNCTION change_partition(act text, parent text, part text DEFAULT NULL, lower_key bigint DEFAULT NULL,
                                 upper_key bigint DEFAULT NULL, becomes text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  bounds text := format('FROM (%s) TO (%s)', coalesce(quote_literal(lower_key), 'MINVALUE'),
                        coalesce(quote_literal(upper_key), 'MAXVALUE'));
  key_column text;
  is_attached boolean;
  granted record;
  indexed record;
BEGIN
  SELECT attname INTO key_column FROM pg_class
    JOIN pg_partitioned_table ON partrelid = pg_class.oid
    JOIN pg_attribute ON attrelid = pg_class.oid AND attnum = partattrs[0]
   WHERE relname = parent AND relnamespace = 'public'::regnamespace AND relkind = 'p';
  IF key_column IS NULL THEN
    RAISE EXCEPTION '% is not partitioned', parent;
  END IF;
  IF coalesce(part, parent || '_x') !~ ('^' || parent || '_[a-z0-9_]+$')
     OR coalesce(becomes, parent || '_x') !~ ('^' || parent || '_[a-z0-9_]+$') THEN
    RAISE EXCEPTION '% or % is no partition of %', part, becomes, parent;
  END IF;
  IF part IS NULL AND act NOT IN ('lock', 'analyze') THEN
    RAISE EXCEPTION '% of no partition', act;
  END IF;
  is_attached := EXISTS (SELECT FROM pg_inherits WHERE inhparent = format('public.%I', parent)::regclass
                            AND inhrelid = to_regclass(format('public.%I', coalesce(part, parent))));
  CASE act
    WHEN 'lock' THEN
      EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent);
    WHEN 'analyze' THEN
      EXECUTE format('ANALYZE %I', parent);
    WHEN 'keep' THEN
      EXECUTE format('LOCK TABLE %I IN SHARE MODE', part);
    WHEN 'create' THEN
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part, parent);
      -- A trigger of the partitioned table is not asked by statements that name a partition.
      IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = format('public.%I', parent)::regclass AND tgname = parent || '_append_only') THEN
        EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
                          FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only()', parent || '_append_only', part);
      END IF;
      -- Whoever may use the table may use a partition by its name.
      FOR granted IN SELECT grantee, privilege_type FROM pg_class, aclexplode(relacl)
                      WHERE oid = format('public.%I', parent)::regclass AND grantee <> relowner AND grantee <> 0 LOOP
        EXECUTE format('GRANT %s ON %I TO %s', granted.privilege_type, part, granted.grantee::regrole);
      END LOOP;
    WHEN 'attach' THEN
      IF part LIKE '%\_restoring' THEN
        RAISE EXCEPTION '% is not restored yet', part;
      END IF;
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES %s', parent, part, bounds);
    WHEN 'detach' THEN
      -- The one of all higher keys is attached again within the transaction.
      IF part <> parent || '_rest' THEN
        PERFORM partition_may_go(parent, part, true);
      END IF;
      EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, part);
    WHEN 'rename' THEN
      IF becomes LIKE '%\_restoring' THEN
        RAISE EXCEPTION '% cannot become %', part, becomes;
      END IF;
      EXECUTE format('ALTER TABLE %I RENAME TO %I', part, becomes);
    WHEN 'bound' THEN
      EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%s) NOT VALID', part, becomes,
                     concat_ws(' AND ', CASE WHEN lower_key IS NOT NULL THEN format('%I >= %s', key_column, lower_key) END,
                                        format('%I < %s', key_column, upper_key)));
    WHEN 'validate' THEN
      EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT %I', part, becomes);
    WHEN 'unbound' THEN
      EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', part, becomes);
    WHEN 'index' THEN
      -- The indexes of the partitioned table, under names of PostgreSQL's.
      FOR indexed IN SELECT pg_get_indexdef(indexrelid) AS definition, pg_get_constraintdef(pg_constraint.oid) AS primary_key
                       FROM pg_index LEFT JOIN pg_constraint ON conindid = indexrelid AND contype = 'p' AND conrelid = indrelid
                      WHERE indrelid = format('public.%I', parent)::regclass LOOP
        IF indexed.primary_key IS NOT NULL THEN
          EXECUTE format('ALTER TABLE %I ADD %s', part, indexed.primary_key);
        ELSIF indexed.definition !~ '^CREATE( UNIQUE)? INDEX \S+ ON ONLY \S+ ' THEN
          RAISE EXCEPTION 'an index is not understood: %', indexed.definition;
        ELSE
          EXECUTE regexp_replace(indexed.definition, '^(CREATE(?: UNIQUE)? INDEX) \S+ ON ONLY \S+ ', format('\1 ON %I ', part));
        END IF;
      END LOOP;
    WHEN 'drop' THEN
      IF to_regclass(format('public.%I', part)) IS NULL THEN
        RETURN;
      END IF;
      PERFORM partition_may_go(parent, part, is_attached);
      EXECUTE format('DROP TABLE %I', part);
    ELSE
      RAISE EXCEPTION 'partitions know no act %', act;
  END CASE;
END;
$$;
--> statement-breakpoint
-- Refuses to drop rows that are kept nowhere else. A table that is being restored is a copy of its file until it is attached.
CREATE FUNCTION partition_may_go(parent text, part text, is_attached boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  has_rows boolean;
BEGIN
  IF NOT is_attached AND part LIKE '%\_restoring' THEN
    RETURN;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %I)', part) INTO has_rows;
  IF has_rows AND NOT (EXISTS (SELECT FROM archives WHERE table_name = parent AND partition = part AND restored_at IS NULL)
     AND EXISTS (SELECT FROM operator_log WHERE what = 'archive' AND subject = part)) THEN
    RAISE EXCEPTION '% has rows that are archived nowhere', part;
  END IF;
END;
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION partition_may_go(text, text, boolean) FROM PUBLIC;
