-- Links a row into the chain of its record. Two at a time would follow the same link: the second waits for the first.
CREATE FUNCTION link_row(of_record text, of_subject bigint, of_source text, of_key text, row_content jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  former_number bigint;
  former_hash bytea;
  linked_at bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
  digest bytea := sha256(convert_to(jsonb_strip_nulls(row_content)::text, 'UTF8'));
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(of_record, of_subject));
  SELECT number, hash INTO former_number, former_hash FROM record_links
   WHERE record = of_record AND subject = of_subject ORDER BY number DESC LIMIT 1;
  former_number := coalesce(former_number, 0);
  INSERT INTO record_links (record, subject, number, source, key, content, hash, at)
  VALUES (of_record, of_subject, former_number + 1, of_source, of_key, digest,
          sha256(coalesce(former_hash, ''::bytea)
                 || convert_to(format(E'%s\n%s\n%s\n%s\n%s\n%s\n', of_record, of_subject, former_number + 1, of_source, of_key,
                                      linked_at), 'UTF8')
                 || digest),
          linked_at);
END;
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION link_row(text, bigint, text, text, jsonb) FROM PUBLIC;
--> statement-breakpoint
-- With the record, and the columns of subject and key, as `core/records/chained.ts` declares them.
CREATE FUNCTION row_is_linked() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  content jsonb := to_jsonb(NEW);
BEGIN
  PERFORM link_row(TG_ARGV[0], coalesce((content ->> TG_ARGV[1])::bigint, 0), TG_TABLE_NAME, content ->> TG_ARGV[2], content);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Links the next rows of a table from before it was chained, in the order of their keys. Returns how many it looked at; once it
-- was none, the table has no such rows.
CREATE FUNCTION link_former_rows(of_source text, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  backlog record_backlog%ROWTYPE;
  former record;
  looked integer := 0;
  key_type text;
BEGIN
  SELECT * INTO backlog FROM record_backlog WHERE source = of_source FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  SELECT atttypid::regtype::text INTO key_type FROM pg_attribute
   WHERE attrelid = of_source::regclass AND attname = backlog.key_column;
  FOR former IN EXECUTE format(
    'SELECT %1$I::text AS key, to_jsonb(stored) AS content FROM %2$I AS stored
      WHERE $1 IS NULL OR %1$I > $1::%3$s ORDER BY %1$I LIMIT $2', backlog.key_column, of_source, key_type)
    USING backlog.cursor, least(greatest(most, 1), 10000) LOOP
    looked := looked + 1;
    backlog.cursor := former.key;
    IF NOT EXISTS (SELECT FROM record_links WHERE source = of_source AND key = former.key) THEN
      PERFORM link_row(backlog.record, coalesce((former.content ->> backlog.subject_column)::bigint, 0), of_source, former.key,
                       former.content);
    END IF;
  END LOOP;
  IF looked = 0 THEN
    DELETE FROM record_backlog WHERE source = of_source;
  ELSE
    UPDATE record_backlog SET cursor = backlog.cursor WHERE source = of_source;
  END IF;
  RETURN looked;
END;
$$;
