import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

/** Applications for real-name authentication with photos and decision. */
export const verifications = pgTable(
  'verifications',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    documentType: text('document_type', { enum: ['id-card', 'passport'] }).notNull(),
    /** ISO 3166 alpha-2. */
    country: text().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    number: text().notNull(),
    /** Hash of country and number in the one form of all its spellings, see `documentKeyOf`: one document per account. */
    documentKey: text('document_key').notNull(),
    /** File ids. */
    front: text().notNull(),
    back: text().notNull(),
    held: text().notNull(),
    state: text({ enum: ['under-review', 'verified', 'refused'] })
      .notNull()
      .default('under-review'),
    reason: text(),
    submittedAt: bigint('submitted_at', { mode: 'number' }).notNull(),
    decidedAt: bigint('decided_at', { mode: 'number' }),
  },
  (table) => [
    index('verifications_owner').on(table.owner, table.id),
    uniqueIndex('verifications_one_standing')
      .on(table.owner)
      .where(sql`${table.state} <> 'refused'`),
    uniqueIndex('verifications_one_account')
      .on(table.documentKey)
      .where(sql`${table.state} <> 'refused'`),
  ],
);
