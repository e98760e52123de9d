import { afterAll, beforeAll, expect, it } from 'vitest';
import { houseOwners } from '#server/core/ledger/account.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { fundContractMakers, quoteContracts, takeQuotes } from './makers.ts';
import { type ContractsBench, openContractsBench } from '../testing.ts';
import { marketHere } from '../testing-markets.ts';

/** The house's makers of contracts: one quotes, the other takes. */
let bench: ContractsBench;

beforeAll(async () => {
  bench = await openContractsBench();
  await fundContractMakers({ database: bench.database, ledger: createLedger() }, bench.now(), 'contract');
});
afterAll(() => bench.close());

const market = () => marketHere(bench.contracts);

async function trades(): Promise<{ price_ticks: string; lots: number }[]> {
  const { rows } = await bench.database.pool.query<{ price_ticks: string; lots: number }>(
    'SELECT price_ticks, lots FROM contract_trades ORDER BY id',
  );
  return rows;
}

it('takes a part of the best quotes of one side, leaves enough for small orders, and rests nothing itself', async () => {
  await bench.markTo(650_000);
  await bench.quote([[649_950, 80]], [[650_050, 80]]);
  await takeQuotes(bench.contracts, market(), () => 0.1);
  await takeQuotes(bench.contracts, market(), () => 0.9);
  expect(await trades()).toEqual([
    { price_ticks: '650050', lots: 3 },
    { price_ticks: '649950', lots: 19 },
  ]);
  expect(market().book.lastTicks).toBe(649_950);
  const owners = market()
    .book.restingOrders()
    .map(({ owner }) => owner);
  expect(new Set(owners)).toEqual(new Set([houseOwners.makerA]));
});

it('takes nothing when too little is quoted, or without a price', async () => {
  const before = (await trades()).length;
  await bench.quote([[649_950, 60]], [[650_050, 60]]);
  await takeQuotes(bench.contracts, market(), () => 0.1);
  await bench.quote([], []);
  await takeQuotes(bench.contracts, market(), () => 0.1);
  await bench.quote([[649_950, 80]], [[650_050, 80]]);
  await bench.markTo(null);
  await takeQuotes(bench.contracts, market(), () => 0.1);
  expect(await trades()).toHaveLength(before);
});

it('trades in each round while viewed, and rarely otherwise', async () => {
  await bench.markTo(650_000);
  const traded = async (random: () => number) => {
    const before = (await trades()).length;
    await quoteContracts(bench.contracts, random);
    return (await trades()).length - before;
  };
  expect(await traded(() => 0.5)).toBe(0);
  const [seldom, usual] = [0.01, 0.5];
  let drawn = 0;
  expect(await traded(() => ((drawn += 1) <= [...bench.contracts.markets.values()].length ? seldom : usual))).toBe(1);
  bench.contracts.look('BTCPERP');
  expect(await traded(() => 0.5)).toBe(1);
  expect(await traded(() => 0.9)).toBe(0);
});
