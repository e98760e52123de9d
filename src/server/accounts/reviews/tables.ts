import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { epochMs } from '#server/core/store/columns.ts';

/** Reviews: open, decided but not applied, or applied. */
export const reviews = pgTable(
  'reviews',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    kind: text({
      enum: ['real-name', 'deposit', 'withdrawal', 'merchant', 'merchant-refund', 'loan', 'listing'],
    }).notNull(),
    /** Id of what is reviewed, in its own table. */
    subject: bigint({ mode: 'bigint' }).notNull(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    facts: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    openedAt: bigint('opened_at', { mode: 'number' }).notNull(),
    /** When the policy of practice mode decides; null: the operator decides. */
    dueAt: bigint('due_at', { mode: 'number' }),
    /** `decided` by the operator, `applied` once its effect is committed. */
    state: text({ enum: ['open', 'decided', 'applied'] })
      .notNull()
      .default('open'),
    approved: boolean(),
    reason: text(),
    decidedBy: text('decided_by'),
    decidedAt: bigint('decided_at', { mode: 'number' }),
  },
  (table) => [
    uniqueIndex('reviews_subject').on(table.kind, table.subject),
    index('reviews_waiting')
      .on(table.state, table.dueAt)
      .where(sql`${table.state} <> 'applied'`),
    check('reviews_decision_whole', sql`(${table.state} = 'open') = (${table.approved} IS NULL)`),
    check(
      'reviews_decision_signed',
      sql`${table.approved} IS NULL OR (${table.reason} IS NOT NULL AND ${table.decidedBy} IS NOT NULL AND ${table.decidedAt} IS NOT NULL)`,
    ),
  ],
);

/** Who did what to a review, when and why. Append-only. */
export const reviewLog = pgTable(
  'review_log',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    review: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => reviews.id),
    at: epochMs().notNull(),
    who: text().notNull(),
    what: text({ enum: ['opened', 'looked', 'approved', 'refused', 'applied'] }).notNull(),
    reason: text().notNull(),
  },
  (table) => [index('review_log_review').on(table.review)],
);
