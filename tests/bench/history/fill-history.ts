import type { Client } from 'pg';
import { dayMs, hourMs } from '#protocol/core/durations.ts';
import { stepsOf } from '#server/markets/candles/market-trade.ts';
import { pairs } from '#server/markets/pairs.ts';
import { assetScale } from '#server/core/assets.ts';
import { houseOwners } from '#server/core/ledger/account.ts';

/** A store with a past, written as fast as PostgreSQL takes rows, that the audit finds in order. */

/** The past reaches back so far, and ends an hour ago. */
const reachMs = 30 * dayMs;
const endsBeforeMs = hourMs;
/** Trades that fill one resting order. */
const tradesPerMaker = 10;
/** Trades that one transaction wrote, as a busy book's batches are. */
const tradesPerTransaction = 250;
/** A trade is of so many lots. */
const lots = 100n;
/** Owners, orders, trades and entries from here on are of this past: above what a fresh exchange has given out. */
const firstOwner = 10_000_000;
const firstEntry = 1_000_000_000n;
const firstMakerOrder = 1_000_000_000n;

export interface PastOptions {
  readonly trades: number;
  readonly users: number;
  /** The user who is asked for records, as one of the users. */
  readonly watched: string;
  /** Prices of pairs in quote; pairs without one have no past. */
  readonly prices: ReadonlyMap<string, number>;
  readonly now: number;
}

/**
 * Writes trades with their orders, entries, balances and minutes. Each user trades one pair, as taker with the users next
 * to it and as maker with those before, so that each has the same number of both.
 *
 * @returns rows of each table
 */
export async function fillHistory(store: Client, options: PastOptions): Promise<Readonly<Record<string, number>>> {
  const traded = await writePairs(store, options.prices);
  // Partners are a multiple of the pairs apart: both trade the same one.
  const users = Math.floor(options.users / traded) * traded;
  const rounds = Math.ceil(options.trades / users);
  const startsAt = options.now - reachMs;
  const stepMs = (reachMs - endsBeforeMs) / (users * rounds);
  await store.query('SET synchronous_commit = off');
  await store.query("SET work_mem = '256MB'");
  await store.query(
    `CREATE TEMP TABLE past_users AS
     SELECT nth, CASE nth WHEN 0 THEN $2::bigint ELSE ${firstOwner} + nth END AS owner, (nth % ${traded})::int AS pair_nth
       FROM generate_series(0, $1::bigint - 1) AS nth`,
    [users, options.watched],
  );
  await store.query('ALTER TABLE past_users ADD PRIMARY KEY (nth)');
  await store.query('ANALYZE past_users');
  const counts: Record<string, number> = {};
  const write = async (table: string, sql: string) => {
    counts[table] = (counts[table] ?? 0) + ((await store.query(sql)).rowCount ?? 0);
  };
  const partner = `((taker.nth + round::bigint * ${traded}) % ${users})`;
  const trade = `((round - 1) * ${users}::bigint + taker.nth + 1)`;
  const at = `floor(${startsAt} + ${trade} * ${stepMs}::float8)::bigint`;
  const makerOrder = (nth: string) => `(${firstMakerOrder} + ${nth} * 10000 + round / ${tradesPerMaker})`;
  const each = `past_users AS taker JOIN past_pairs AS pair ON pair.nth = taker.pair_nth
                CROSS JOIN generate_series(1, ${rounds}) AS round`;
  await write(
    'trades',
    `INSERT INTO trades (id, pair, side, price, amount, total, buy_order, sell_order, buyer, seller, buyer_fee, seller_fee, at)
     SELECT ${trade}, pair.id, 'buy', price, amount, total, ${trade}, ${makerOrder('maker.nth')}, taker.owner, maker.owner,
            0, 0, ${at}
       FROM ${each} JOIN past_users AS maker ON maker.nth = ${partner}
      ORDER BY pair.id, 1`,
  );
  await write(
    'spot_orders',
    `INSERT INTO spot_orders (id, owner, pair, side, type, price, amount, filled, filled_total, fee, status, created_at,
                              updated_at)
     SELECT ${trade}, taker.owner, pair.id, 'buy', 'limit', price, amount, amount, total, 0, 'filled', ${at}, ${at}
       FROM ${each} ORDER BY taker.owner, 1`,
  );
  await write(
    'spot_orders',
    `INSERT INTO spot_orders (id, owner, pair, side, type, price, amount, filled, filled_total, fee, status, created_at,
                              updated_at)
     SELECT ${makerOrder('taker.nth')}, taker.owner, pair.id, 'sell', 'limit', max(price), sum(amount), sum(amount),
            sum(total), 0, 'filled', min(${at}), max(${at})
       FROM ${each} GROUP BY taker.owner, taker.nth, round / ${tradesPerMaker}, pair.id ORDER BY taker.owner, 1`,
  );
  await writeEntries(store, write, { users, rounds, traded, startsAt, stepMs });
  await write(
    'market_minutes',
    `INSERT INTO market_minutes (pair, start_at, open, high, low, close, volume, turnover)
     SELECT pair.id, minute, ticks, ticks, ticks, ticks, count * ${lots}, count * ${lots} * ticks
       FROM (SELECT pair, at / 60000 * 60000 AS minute, count(*) AS count FROM trades WHERE id <= ${users * rounds}
              GROUP BY 1, 2) AS traded JOIN past_pairs AS pair ON pair.id = traded.pair
     ON CONFLICT DO NOTHING`,
  );
  await write(
    'market_runs',
    `INSERT INTO market_runs (started_at, seen_at) VALUES (${startsAt}, ${options.now - endsBeforeMs})`,
  );
  for (const table of ['trades', 'spot_orders', 'ledger_entries', 'balances', 'market_minutes'])
    await store.query(`VACUUM (ANALYZE) ${table}`);
  return counts;
}

/** Ends transactions that wrote nothing, so that entries can bear their ids. @returns the id of the first one */
async function useTransactions(store: Client, count: number): Promise<string> {
  const { rows } = await store.query<{ first: string }>('SELECT pg_current_xact_id()::text AS first');
  await store.query(`DO $$ BEGIN FOR nth IN 0..${count} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`);
  return rows[0]?.first ?? '0';
}

/** The pairs that have a past, with one trade of each in units. @returns how many */
async function writePairs(store: Client, prices: ReadonlyMap<string, number>): Promise<number> {
  await store.query(
    `CREATE TEMP TABLE past_pairs (nth int, id text, base text, quote text, ticks bigint, price bigint, amount bigint,
                                   total bigint)`,
  );
  let nth = 0;
  for (const pair of pairs) {
    const last = prices.get(pair.id);
    if (last === undefined) continue;
    const { unitsPerTick, unitsPerLot } = stepsOf(pair);
    const ticks = BigInt(Math.max(1, Math.round(last / Number(pair.tickSize))));
    const price = ticks * unitsPerTick;
    const amount = lots * unitsPerLot;
    const total = (price * amount) / 10n ** BigInt(assetScale(pair.base));
    const row = [nth, pair.id, pair.base, pair.quote, ticks, price, amount, total].map(String);
    await store.query('INSERT INTO past_pairs VALUES ($1, $2, $3, $4, $5, $6, $7, $8)', row);
    nth += 1;
  }
  return nth;
}

interface PastShape {
  readonly users: number;
  readonly rounds: number;
  readonly traded: number;
  readonly startsAt: number;
  readonly stepMs: number;
}

/**
 * Four entries of each trade, one journal a trade, and one that gave everybody what they trade with. Rows are in the order of
 * their transactions, as those of an exchange are, so the index of their owners is made once all are there.
 */
async function writeEntries(
  store: Client,
  write: (table: string, sql: string) => Promise<void>,
  { users, rounds, traded, startsAt, stepMs }: PastShape,
): Promise<void> {
  const firstTransaction = await useTransactions(store, Math.ceil((users * rounds) / tradesPerTransaction));
  await store.query('ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_owner_id_pk');
  for (let round = 1; round <= rounds; round += 1) {
    await write(
      'ledger_entries',
      `INSERT INTO ledger_entries (id, journal_id, owner, available, frozen, locked, fee, at, xid, wallet, asset, kind, reference)
       SELECT ${firstEntry} + 4 * trade + side, ${firstEntry} + 4 * trade, CASE WHEN side < 2 THEN taker ELSE maker END,
              CASE side WHEN 0 THEN amount WHEN 1 THEN -total WHEN 2 THEN -amount ELSE total END, 0, 0, 0,
              floor(${startsAt} + trade * ${stepMs}::float8)::bigint, ${firstTransaction} + trade / ${tradesPerTransaction},
              0, CASE WHEN side IN (0, 2) THEN base ELSE quote END, 'trade', trade::text
         FROM (SELECT taker.owner AS taker, maker.owner AS maker, amount, total, base, quote,
                      ${(round - 1) * users}::bigint + 1 + taker.nth AS trade
                 FROM past_users AS taker
                 JOIN past_users AS maker ON maker.nth = (taker.nth + ${round * traded}::bigint) % ${users}
                 JOIN past_pairs AS pair ON pair.nth = taker.pair_nth) AS traded
        CROSS JOIN generate_series(0, 3) AS side
        ORDER BY trade, side`,
    );
  }
  await write(
    'ledger_entries',
    `INSERT INTO ledger_entries (id, journal_id, owner, available, frozen, locked, fee, at, wallet, asset, kind)
     SELECT ${firstEntry} - 3000000 + row_number() OVER (), ${firstEntry} - 3000000, owner, given, 0, 0, 0, ${startsAt}, 0,
            asset, 'practice'
       FROM (SELECT owner, base AS asset, amount * ${rounds} AS given FROM past_users JOIN past_pairs AS pair ON pair.nth = pair_nth
             UNION ALL
             SELECT owner, quote, total * ${rounds} FROM past_users JOIN past_pairs AS pair ON pair.nth = pair_nth
             UNION ALL
             SELECT ${houseOwners.practice}, base, -sum(amount) * ${rounds} FROM past_users JOIN past_pairs AS pair ON pair.nth = pair_nth
              GROUP BY base
             UNION ALL
             SELECT ${houseOwners.practice}, quote, -sum(total) * ${rounds} FROM past_users JOIN past_pairs AS pair ON pair.nth = pair_nth
              GROUP BY quote) AS grants
      ORDER BY owner, 1`,
  );
  await store.query("SET maintenance_work_mem = '512MB'");
  await store.query('ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_owner_id_pk PRIMARY KEY (owner, id)');
  await store.query(`SELECT setval('ledger_entries_id_seq', (SELECT max(id) FROM ledger_entries))`);
  // What everybody bought they also sold, at the same price: what was given is what they hold.
  await write(
    'balances',
    `INSERT INTO balances AS held (owner, wallet, asset, available, frozen, locked)
     SELECT owner, wallet, asset, sum(available), 0, 0 FROM ledger_entries WHERE id > ${firstEntry} - 3000000
      GROUP BY owner, wallet, asset
     ON CONFLICT (owner, wallet, asset) DO UPDATE SET available = held.available + excluded.available`,
  );
}
