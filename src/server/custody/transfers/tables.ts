import { sql } from 'drizzle-orm';
import { bigint, bigserial, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { epochMs } from '#server/core/store/columns.ts';

/** Payments between users. The money itself is in the ledger, under the reference `instant-transfer:<id>`. */
export const instantTransfers = pgTable(
  'instant_transfers',
  {
    id: bigserial({ mode: 'bigint' }).primaryKey(),
    payer: bigint({ mode: 'bigint' }).notNull(),
    recipient: bigint({ mode: 'bigint' }).notNull(),
    asset: text().notNull(),
    amount: bigint({ mode: 'bigint' }).notNull(),
    remark: text().notNull(),
    /** Masked names at the time of payment, as shown to the other party. */
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
