import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs } from '#protocol/core/durations.ts';
import type { SmallBalances } from '#protocol/wallets/entities/movement.ts';
import { conversionQuoteMs } from '#protocol/core/limits.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { testTransfers, type TestTransfers } from '../transfers/testing.ts';
import { sweepQuotes } from './store.ts';

const startOfDay = Date.UTC(2026, 0, 5);
let transfers: TestTransfers;
let live: TestTransfers;
beforeAll(async () => {
  transfers = await testTransfers();
  live = await testTransfers({ mode: 'live' });
});
afterAll(async () => {
  await transfers.close();
  await live.close();
});
beforeEach(() => {
  transfers.closed.clear();
  transfers.gate.halted.clear();
  transfers.last.set('ETH', '3000');
});

async function offer(owner: bigint, at = transfers): Promise<SmallBalances> {
  const { small } = await at.handlers['GET convertPage']({ small: 'quoted' }, at.context(owner));
  if (small === null) throw new Error('no small balances');
  return small;
}
async function quoted(owner: bigint, at = transfers): Promise<{ readonly quote: string; readonly coins: string[] }> {
  const { quote, balances } = await offer(owner, at);
  if (quote === null) throw new Error('no quote');
  return { quote: quote.id, coins: balances.map(({ asset }) => asset) };
}
const convert = (owner: bigint, chosen: { readonly quote: string; readonly coins?: string[] }, key?: string) =>
  transfers.handlers['POST convert'](chosen, transfers.context(owner, key));

/** Somebody with 3 USDT worth of BTC and of ETH, a whole lot of PEPE, and USDT. */
async function holder(at = transfers): Promise<bigint> {
  const owner = await at.user();
  await at.fund(owner, 'BTC', '0.00005');
  await at.fund(owner, 'ETH', '0.001');
  await at.fund(owner, 'PEPE', '600000');
  await at.fund(owner, 'USDT', '0.5');
  return owner;
}
/** Balances of the coins of a holder, in smallest units. */
const balancesOf = (owner: bigint) =>
  Promise.all(['BTC', 'ETH', 'PEPE', 'USDT'].map((asset) => transfers.available(owner, asset)));

const untouched = [5_000n, 100_000n, 60_000_000n, 50_000_000n];

test('what is below the least order is converted together, each as any conversion, and the books balance', async () => {
  const owner = await holder();
  const { into, balances, quote, nextAt } = await offer(owner);
  expect({ into, balances, nextAt, expiresAt: quote?.expiresAt }).toEqual({
    into: 'USDT',
    balances: [
      { asset: 'BTC', amount: '0.00005', worth: '3', fee: '0.003' },
      { asset: 'ETH', amount: '0.001', worth: '3', fee: '0.003' },
    ],
    nextAt: null,
    expiresAt: transfers.now() + conversionQuoteMs,
  });
  const fees = await transfers.available(houseOwners.fees, 'USDT');
  // The market moves on: the prices that were shown hold.
  transfers.last.set('ETH', '2950');
  const answer = await convert(owner, { quote: quote?.id ?? '', coins: ['ETH', 'BTC', 'ETH'] });
  expect(answer).toMatchObject({ small: { into: 'USDT', fee: '0.006', receives: '5.994' } });
  expect(await balancesOf(owner)).toEqual([0n, 0n, 60_000_000n, 649_400_000n]);
  expect((await transfers.available(houseOwners.fees, 'USDT')) - fees).toBe(600_000n);
  const { rows } = await transfers.database.pool.query(
    `SELECT count(DISTINCT journal_id)::int AS journals, count(*)::int AS entries, array_agg(DISTINCT reference) AS references
       FROM ledger_entries WHERE owner = $1 AND kind = 'convert'`,
    [owner],
  );
  expect(rows).toEqual([{ journals: 2, entries: 4, references: [quote?.id] }]);
  expect((await checkLedger(transfers.database, true, transfers.now())).findings).toEqual([]);
});

test('only chosen coins are converted', async () => {
  const owner = await holder();
  const { quote } = await quoted(owner);
  await convert(owner, { quote, coins: ['ETH'] });
  expect(await balancesOf(owner)).toEqual([5_000n, 0n, 60_000_000n, 349_700_000n]);
});

test('once a day of UTC: the second is refused with the time of the next, and quoted again from then on', async () => {
  const owner = await holder();
  await convert(owner, await quoted(owner));
  await transfers.fund(owner, 'ETH', '0.001');
  const nextAt = startOfDay + dayMs;
  const seen = await offer(owner);
  expect(seen).toMatchObject({ quote: null, nextAt, balances: [{ asset: 'ETH' }] });
  await expect(convert(owner, { quote: 'any-quote-at-all-0', coins: ['ETH'] })).rejects.toMatchObject({
    codeName: 'alreadyProcessed',
    data: { nextAt },
  });
  expect(await transfers.available(owner, 'ETH')).toBe(100_000n);
  transfers.pass(nextAt - transfers.now() - 1);
  expect(await offer(owner)).toMatchObject({ quote: null, nextAt });
  transfers.pass(1);
  await convert(owner, await quoted(owner));
  expect(await transfers.available(owner, 'ETH')).toBe(0n);
});

test('a repeated key has the first answer, and 20 keys at once one effect', async () => {
  const owner = await holder();
  const chosen = await quoted(owner);
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => convert(owner, chosen, `small-at-once-${index + 100}`)),
  );
  const done = tries.findIndex(({ status }) => status === 'fulfilled');
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of tries) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ codeName: 'alreadyProcessed' });
  }
  const [first] = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  transfers.pass(conversionQuoteMs * 2);
  expect(await convert(owner, chosen, `small-at-once-${done + 100}`)).toEqual(first);
  expect(await balancesOf(owner)).toEqual([0n, 0n, 60_000_000n, 649_400_000n]);
  expect((await checkLedger(transfers.database, true, transfers.now())).findings).toEqual([]);
});

test('20 quotes at once, each with a key of its own, have one effect', async () => {
  const owner = await holder();
  const quotes = await Promise.all(Array.from({ length: 20 }, () => quoted(owner)));
  const tries = await Promise.allSettled(quotes.map((chosen) => convert(owner, chosen)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await balancesOf(owner)).toEqual([0n, 0n, 60_000_000n, 649_400_000n]);
});

test('nothing is converted while nothing is small', async () => {
  const owner = await transfers.user();
  await transfers.fund(owner, 'PEPE', '600000');
  await transfers.fund(owner, 'USDT', '3');
  expect(await offer(owner)).toEqual({ into: 'USDT', balances: [], quote: null, nextAt: null });
  await expect(convert(owner, { quote: 'any-quote-at-all-1', coins: ['PEPE'] })).rejects.toMatchObject({
    codeName: 'orderUpdated',
  });
  // Refused, it did not use up the day.
  expect(await offer(owner)).toMatchObject({ nextAt: null });
  expect(await transfers.available(owner, 'PEPE')).toBe(60_000_000n);
});

test('one balance that is not what was quoted refuses all, and so does a quote that is over or not one’s own', async () => {
  const owner = await holder();
  const other = await holder();
  const refused = async (chosen: { quote: string; coins: string[] }, codeName: string, by = owner) => {
    await expect(convert(by, chosen)).rejects.toMatchObject({ codeName });
    expect(await balancesOf(by)).toEqual(untouched);
  };
  const first = await quoted(owner);
  await refused(first, 'orderUpdated', other);
  await refused({ ...first, coins: ['BTC', 'PEPE'] }, 'orderUpdated');
  transfers.pass(conversionQuoteMs);
  await refused(first, 'orderUpdated');
  const closed = await quoted(owner);
  transfers.closed.add('ETH');
  await refused(closed, 'pairClosed');
  transfers.closed.clear();
  const halted = await quoted(owner);
  transfers.gate.halted.add('BTC');
  await refused(halted, 'pairClosed');
  expect((await offer(owner)).balances.map(({ asset }) => asset)).toEqual(['ETH']);
  transfers.gate.halted.clear();
  const grown = await quoted(owner);
  await transfers.fund(owner, 'BTC', '1');
  await expect(convert(owner, grown)).rejects.toMatchObject({ codeName: 'orderUpdated' });
  expect(await transfers.available(owner, 'ETH')).toBe(100_000n);
  expect((await offer(owner)).balances.map(({ asset }) => asset)).toEqual(['ETH']);
});

test('a quote for small balances is no quote of a single conversion, nor the other way round', async () => {
  const owner = await holder();
  const { quote } = await quoted(owner);
  await expect(convert(owner, { quote })).rejects.toMatchObject({ codeName: 'orderUpdated' });
  const page = await transfers.handlers['GET convertPage'](
    { from: 'ETH', to: 'USDT', amount: '0.001' },
    transfers.context(owner),
  );
  expect(page.small).toBeNull();
  await expect(convert(owner, { quote: page.quote?.id ?? '', coins: ['ETH'] })).rejects.toMatchObject({
    codeName: 'orderUpdated',
  });
  expect(await balancesOf(owner)).toEqual(untouched);
});

test('a live treasury that is short of the sum refuses, takes nothing and leaves the day', async () => {
  const owner = await holder(live);
  await live.fund(houseOwners.treasury, 'USDT', '4');
  const chosen = await quoted(owner, live);
  const send = (key: string) => live.handlers['POST convert'](chosen, live.context(owner, key));
  await expect(send('small-live-000001')).rejects.toMatchObject({ codeName: 'insufficientFunds' });
  expect(await live.available(owner, 'BTC')).toBe(5_000n);
  await live.fund(houseOwners.treasury, 'USDT', '2');
  await send('small-live-000002');
  expect(await live.available(owner, 'USDT')).toBe(649_400_000n);
});

test('expired quotes are removed', async () => {
  const owner = await holder();
  await quoted(owner);
  transfers.pass(3_600_000);
  await sweepQuotes(transfers.database.pool, transfers.now());
  const { rows } = await transfers.database.pool.query('SELECT FROM small_quotes');
  expect(rows).toHaveLength(0);
});
