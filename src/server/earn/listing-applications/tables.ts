import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { type ListingApplicationText, listingApplicationState } from '#protocol/listing-applications/entities.ts';
import { epochMs } from '#server/core/store/columns.ts';
import type { NewCoin, NewPair } from '#server/core/instruments/rules.ts';

/** What an operator may decide of a listing; the rest comes from the application. */
export interface ListingTerms {
  readonly coin: Pick<NewCoin, 'scale' | 'displayDecimals' | 'faucetAmount'>;
  readonly pair: Omit<NewPair, 'base' | 'quote' | 'state' | 'opensAt'>;
}

const big = () => bigint({ mode: 'bigint' });

/** Applications to list a coin, with what was asked and answered, and the decision. */
export const coinApplications = pgTable(
  'coin_applications',
  {
    id: big().generatedByDefaultAsIdentity().primaryKey(),
    owner: big().notNull(),
    state: text({ enum: listingApplicationState.options }).notNull().default('under-review'),
    name: text().notNull(),
    englishName: text('english_name').notNull(),
    symbol: text().notNull(),
    /** Coins as they were typed: a coin that is not listed has no units here. */
    issuance: text().notNull(),
    circulation: text().notNull(),
    holdings: text().notNull(),
    site: text().notNull(),
    explorer: text().notNull(),
    whitepaper: text().notNull(),
    region: text().notNull(),
    exchanges: text().notNull(),
    contract: text().notNull(),
    /** File ids. */
    documents: text().array().notNull(),
    /** Questions and answers, oldest first. */
    texts: jsonb().$type<readonly ListingApplicationText[]>().notNull().default([]),
    asked: integer().notNull().default(0),
    /** What an operator wants it listed with; null for the usual terms. */
    terms: jsonb().$type<ListingTerms>(),
    reason: text(),
    pair: text(),
    submittedAt: epochMs('submitted_at').notNull(),
    /** Until when the desk answers; null while it waits for nobody. */
    answerBy: epochMs('answer_by'),
    /** Whether its owner has heard of the question, or that the promised day has passed. */
    isHeard: boolean('is_heard').notNull().default(true),
    decidedAt: epochMs('decided_at'),
  },
  (table) => [
    index('coin_applications_owner').on(table.owner, table.id),
    uniqueIndex('coin_applications_one_open')
      .on(table.owner)
      .where(sql`${table.state} IN ('under-review', 'question')`),
    // What is due: a question its owner has not heard of, and a promised day.
    index('coin_applications_unheard')
      .on(table.id)
      .where(sql`NOT is_heard`),
    index('coin_applications_promised')
      .on(table.answerBy)
      .where(sql`answer_by IS NOT NULL`),
    check(
      'coin_applications_decided',
      sql`(${table.state} IN ('listed', 'refused')) = (${table.decidedAt} IS NOT NULL)`,
    ),
    check('coin_applications_promise', sql`${table.answerBy} IS NULL OR ${table.state} = 'under-review'`),
  ],
);
