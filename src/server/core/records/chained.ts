/** A table whose rows are chained by hash. It must be append-only, and a column that is added later must be nullable. */
export interface ChainedTable {
  readonly table: string;
  /** The record that its rows belong to; tables may share one. */
  readonly record: string;
  /** The column that says to which of these records; null where there is one. */
  readonly subject: string | null;
  readonly key: string;
}

/**
 * Every table whose rows are chained: `tools/next-migration.ts` makes the triggers of it. The log of operators is one chain.
 * What may decide a dispute is a chain per order, so that orders wait for nobody but themselves.
 */
export const chainedTables = [
  { table: 'operator_log', record: 'operator log', subject: null, key: 'id' },
  { table: 'fiat_order_events', record: 'fiat order', subject: 'fiat_order', key: 'id' },
  { table: 'fiat_statements', record: 'fiat order', subject: 'fiat_order', key: 'id' },
  { table: 'fiat_proofs', record: 'fiat order', subject: 'fiat_order', key: 'file' },
] as const satisfies readonly ChainedTable[];
