import type { Pool } from 'pg';

/** Follows up to which id the ledger is settled: no entry with such an id can appear any more. */
export interface SettledLedger {
  /** Looks again, and answers the id. Zero until it has been looked at twice. */
  look(): Promise<bigint>;
}

/**
 * Ids are drawn before their transactions commit, so that an entry can appear behind newer ones. A transaction has its
 * own number before it draws ids, because it locks balances first: once every transaction is over that had a number
 * when the newest id was `drawn`, all ids up to that one are settled.
 */
export function createSettledLedger({ pool }: { readonly pool: Pool }): SettledLedger {
  let settled = 0n;
  let waiting: { readonly drawn: bigint; readonly transactions: bigint } | null = null;
  return {
    async look() {
      // First the id, then the transactions: the other way around, one could draw an id in between.
      const { rows: ids } = await pool.query<{ drawn: string }>(
        'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS drawn FROM ledger_entries_id_seq',
      );
      const { rows } = await pool.query<{ running: string; next: string }>(
        `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS running,
                pg_snapshot_xmax(pg_current_snapshot())::text AS next`,
      );
      const [drawn, running, next] = [ids[0]?.drawn, rows[0]?.running, rows[0]?.next];
      if (drawn === undefined || running === undefined || next === undefined) throw new Error('no snapshot');
      const now = { drawn: BigInt(drawn), transactions: BigInt(next) };
      if (BigInt(running) >= now.transactions) settled = now.drawn;
      else if (waiting !== null && BigInt(running) >= waiting.transactions) settled = waiting.drawn;
      if (waiting === null || waiting.drawn <= settled) waiting = now;
      return settled;
    },
  };
}
