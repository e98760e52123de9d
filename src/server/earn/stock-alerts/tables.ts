import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { alertedProduct } from '#protocol/stock-alerts/entities.ts';
import { epochMs } from '#server/core/store/columns.ts';

/** Who waits to hear that a product can be bought again. A row goes with the notice it was written for. */
export const stockAlerts = pgTable(
  'stock_alerts',
  {
    product: text({ enum: alertedProduct.options }).notNull(),
    item: bigint({ mode: 'bigint' }).notNull(),
    owner: bigint({ mode: 'bigint' }).notNull(),
    at: epochMs().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.product, table.item, table.owner] }),
    index('stock_alerts_owner').on(table.owner, table.at),
  ],
);
