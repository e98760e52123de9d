import type { PartitionedTable, ArchiveNeed } from '../core/archives/partitioned.ts';
import { forgetEntrySums, noteEntrySums, wrongCheckpoints, wrongKeptSums } from '../core/archives/entry-sums.ts';
import { insuranceEntries } from '../markets/contracts/liquidations/insurance-entries.ts';

/**
 * The minutes that charts are drawn from. Charts and back-tests show the source's prices for what is archived, as for times
 * when the exchange was down (`markets/candles/store.ts`).
 */
export const partitionedMinutes: PartitionedTable = {
  table: 'market_minutes',
  key: 'start_at',
  time: 'start_at',
  step: { by: 'months', keysPerMs: 1n },
  newest: '$1::bigint',
  sums: { by: ['pair'], of: ['volume', 'turnover'], last: 'start_at' },
  oldestFirst: true,
  kept: null,
  needs: [],
};

/** The last price of a pair is that of its last trade, however long ago that was. */
const lastPrice: ArchiveNeed = {
  reader: 'markets/spot/store.ts, markets/candles/trade-log.ts',
  async find(client, { name, upper }) {
    const { rows } = await client.query<{ pair: string }>(
      `WITH RECURSIVE traded AS (
         (SELECT pair FROM ${name} ORDER BY pair LIMIT 1)
         UNION ALL
         SELECT (SELECT pair FROM ${name} AS own WHERE own.pair > traded.pair ORDER BY pair LIMIT 1)
           FROM traded WHERE traded.pair IS NOT NULL
       )
       SELECT pair FROM traded
        WHERE pair IS NOT NULL
          AND NOT EXISTS (SELECT FROM trades WHERE trades.pair = traded.pair AND ($1::bigint IS NULL OR trades.id >= $1))
        ORDER BY pair`,
      [upper],
    );
    if (rows.length === 0) return null;
    return `the last trades of ${rows.map(({ pair }) => pair).join(', ')} are in it, and with them their last prices`;
  },
};

/**
 * The fills of spot trading. `markets/candles/recounts.ts` counts minutes again from trades of the last hours at most; orders
 * carry what was filled of them.
 */
export const partitionedTrades: PartitionedTable = {
  table: 'trades',
  key: 'id',
  time: 'at',
  // Ids are made of the time, see `markets/spot/spot.ts`.
  step: { by: 'months', keysPerMs: 1_000n },
  newest: "greatest($1::bigint * 1000, (SELECT last_id FROM writer_fences WHERE writer = 'spot'))",
  sums: { by: ['pair'], of: ['amount', 'total', 'buyer_fee', 'seller_fee'], last: 'id' },
  oldestFirst: false,
  kept: null,
  needs: [lastPrice],
};

/** Entries of a partition: about seven gigabytes with their indexes. */
const entriesAtOnce = 50_000_000n;

/**
 * The audit reads entries from its horizon on, and its deep runs from theirs. What is below is in `audited_sums`; an audit that
 * starts over takes archived entries from `archived_sums` and `archived_halves`.
 */
const audit: ArchiveNeed = {
  reader: 'core/ledger/audit-check.ts',
  async find(client, { name }) {
    const { rows } = await client.query<{ behind: boolean; found: boolean; ahead: boolean; open: boolean }>(
      `SELECT behind, findings <> '[]' OR recheck <> '{}' AS found, horizon > pg_snapshot_xmin(pg_current_snapshot()) AS ahead,
              EXISTS (SELECT FROM ${name} WHERE xid >= least(horizon, deep_horizon)::text::bigint) AS open
         FROM audit_state`,
    );
    const [state] = rows;
    if (state === undefined) throw new Error('the state of the audit is missing');
    if (state.found) return 'the audit has findings, or coins to check again: resolve them first';
    if (state.behind || state.ahead) return 'the audit is behind: let it finish first';
    return state.open ? 'the audit has not folded all of its entries: wait for its next deep run' : null;
  },
};

/** What contracts paid into the insurance fund is summed on from the last entry that was. */
const insurance: ArchiveNeed = {
  reader: 'markets/contracts/audit.ts',
  async find(client, { name }) {
    for (const { owner, sum, kind } of insuranceEntries) {
      const { rows } = await client.query<{ open: boolean }>(
        `SELECT EXISTS (SELECT FROM ${name} WHERE owner = $1 AND kind = $2
                           AND id > coalesce((SELECT cursor FROM audit_sums WHERE audit_sums.name = $3), 0)) AS open`,
        [owner, kind, sum],
      );
      if (rows[0]?.open === true) return `the audit has not added its entries to the sum of ${sum}`;
    }
    return null;
  },
};

/** Fees are read for rebates once, transaction by transaction. */
const rebates: ArchiveNeed = {
  reader: 'earn/referrals/reading.ts',
  async find(client, { name }) {
    const { rows } = await client.query<{ open: boolean }>(
      `SELECT EXISTS (SELECT FROM ${name} WHERE xid >= (SELECT horizon FROM team_reading)) AS open`,
    );
    return rows[0]?.open === true ? 'rebates of its fees were not read yet' : null;
  },
};

/**
 * The entries of the ledger. Records of users end at what is kept (`custody/wallets/record-scan.ts`, `holdings.ts`,
 * `held-changes.ts`, `earn/backing/entries.ts`); costs go on from archived sums (`custody/cost-basis/cost-basis.ts`).
 */
export const partitionedEntries: PartitionedTable = {
  table: 'ledger_entries',
  key: 'id',
  time: 'at',
  step: { by: 'keys', keys: entriesAtOnce },
  newest: 'SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM ledger_entries_id_seq',
  sums: { by: ['owner', 'wallet', 'asset'], of: ['available', 'frozen', 'locked'], last: 'journal_id' },
  oldestFirst: true,
  kept: {
    note: noteEntrySums,
    forget: forgetEntrySums,
    wrong: async (client, archive, sums) => [
      ...(await wrongKeptSums(client, archive, sums)),
      ...(await wrongCheckpoints(client, sums)),
    ],
  },
  needs: [audit, insurance, rebates],
};

/** Every table that is partitioned by time. */
export const partitionedTables: readonly PartitionedTable[] = [
  partitionedEntries,
  partitionedTrades,
  partitionedMinutes,
];
