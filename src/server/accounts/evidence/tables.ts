import { sql } from 'drizzle-orm';
import { bigint, check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { epochMs } from '#server/core/store/columns.ts';

/**
 * The keys that evidence of a person is encrypted with. One is in use at a time; a destroyed one leaves its row, so that
 * evidence says why nobody reads it.
 */
export const personKeys = pgTable(
  'person_keys',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    person: bigint({ mode: 'bigint' }).notNull(),
    /** The key, encrypted with SECRETS_KEY for this person; null once it is destroyed. */
    wrapped: text(),
    at: epochMs().notNull(),
    destroyedAt: epochMs('destroyed_at'),
  },
  (table) => [
    uniqueIndex('person_keys_in_use')
      .on(table.person)
      .where(sql`${table.wrapped} IS NOT NULL`),
    check('person_keys_destroyed', sql`(${table.wrapped} IS NULL) = (${table.destroyedAt} IS NOT NULL)`),
  ],
);
