import type { Queryable } from './database.ts';
import { appendOnlyTables } from './append-only.ts';

/** Tables that functions of the owner write alone: the application reads them. */
const writtenByOwner = ['record_links', 'record_backlog'];

/**
 * Gives a role what the exchange needs, and nothing that changes a table or its triggers: it reads and writes rows, adds to
 * append-only tables, and calls functions. Run by the owner of the tables, again and again without effect.
 */
export async function grantToApplication(owner: Queryable, role: string): Promise<void> {
  const to = `"${role.replaceAll('"', '""')}"`;
  const { rows } = await owner.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1)
      UNION ALL SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent::regclass::text = ANY ($1) AND EXISTS
        (SELECT FROM pg_class WHERE oid = inhrelid AND relkind = 'r')`,
    [appendOnlyTables],
  );
  await owner.query(
    [
      `GRANT USAGE ON SCHEMA public, drizzle TO ${to}`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO ${to}`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${to}`,
      `GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${to}`,
      `REVOKE UPDATE, DELETE ON ${rows.map(({ name }) => name).join(', ')} FROM ${to}`,
      `REVOKE INSERT, UPDATE, DELETE ON ${writtenByOwner.join(', ')} FROM ${to}`,
    ].join('; '),
  );
}

/** Whether the role of a connection was granted every table: a start may have ended after it migrated. */
export async function isGranted(application: Queryable): Promise<boolean> {
  const { rows } = await application.query<{ lacks: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
                       AND NOT has_table_privilege(oid, 'SELECT')) AS lacks`,
  );
  return rows[0]?.lacks === false;
}

/** Whether the role of a connection could change tables or disable their triggers: it owns one, or is a superuser. */
export async function ownsTables(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
                       AND pg_has_role(relowner, 'MEMBER')) AS owns`,
  );
  return rows[0]?.owns === true;
}
