-- The outbox of notices was called notices_untold: its rows, and who may use it, go on under the new name. For one version the old
-- name is a view, through which the version before queues and publishes while both run; the next version drops it.
DO $$
DECLARE
  granted record;
BEGIN
  ALTER TABLE notices_untold RENAME TO notices_untold_before;
  INSERT INTO notice_outbox (notice) SELECT notice FROM notices_untold_before;
  CREATE VIEW notices_untold AS SELECT notice FROM notice_outbox;
  FOR granted IN SELECT grantee::regrole::text AS role, privilege_type AS privilege
                   FROM pg_class, aclexplode(relacl)
                  WHERE pg_class.oid = 'notices_untold_before'::regclass AND grantee NOT IN (0, relowner) LOOP
    EXECUTE format('GRANT %s ON notice_outbox, notices_untold TO %s', granted.privilege, granted.role);
  END LOOP;
  DROP TABLE notices_untold_before;
END;
$$;
