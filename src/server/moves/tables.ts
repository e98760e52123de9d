import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { epochMs } from '../store/columns.ts';

/** Rates that were promised: to whom, for what, until when, and whether they were taken. Swept some time after they end. */
export const conversionQuotes = pgTable(
  'conversion_quotes',
  {
    /** A random text: nobody guesses somebody else's. */
    id: text().primaryKey(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    fromAsset: text('from_asset').notNull(),
    toAsset: text('to_asset').notNull(),
    /** What is given, in the smallest unit of `from_asset`. */
    amount: bigint({ mode: 'bigint' }).notNull(),
    /** What the house gives, fee included, and the fee of it, in the smallest unit of `to_asset`. */
    gross: bigint({ mode: 'bigint' }).notNull(),
    fee: bigint({ mode: 'bigint' }).notNull(),
    /** As it was shown. */
    rate: text().notNull(),
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    used: boolean().notNull().default(false),
  },
  (table) => [
    index('conversion_quotes_owner').on(table.owner),
    index('conversion_quotes_expiry').on(table.expiresAt),
    check('conversion_quotes_terms', sql`${table.amount} > 0 AND ${table.fee} > 0 AND ${table.gross} > ${table.fee}`),
  ],
);

/** Payments between people. The money itself is in the ledger, under the reference `instant-transfer:<id>`. */
export const instantTransfers = pgTable(
  'instant_transfers',
  {
    id: bigserial({ mode: 'bigint' }).primaryKey(),
    payer: bigint({ mode: 'bigint' }).notNull(),
    recipient: bigint({ mode: 'bigint' }).notNull(),
    asset: text().notNull(),
    amount: bigint({ mode: 'bigint' }).notNull(),
    remark: text().notNull(),
    /** Masked names as they were when it was paid: what each of the two is shown of the other. */
    payerShown: text('payer_shown').notNull(),
    recipientShown: text('recipient_shown').notNull(),
    at: epochMs().notNull(),
  },
  (table) => [
    index('instant_transfers_payer').on(table.payer, table.id),
    index('instant_transfers_recipient').on(table.recipient, table.id),
    check('instant_transfers_amount', sql`${table.amount} > 0 AND ${table.payer} <> ${table.recipient}`),
  ],
);
