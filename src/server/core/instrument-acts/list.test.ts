import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOperatorLog } from '../gate/operator-log.ts';
import type { Transaction } from '../store/database.ts';
import { testDatabase, type TestDatabase } from '../store/testing.ts';
import { changeTerms, endPair, listCoin, listContract, listPair, movePair, NotListed } from './list.ts';
import type { NewCoin, NewContract } from '../instruments/rules.ts';
import { shippedInstruments } from '../instruments/shipped.ts';
import { instruments } from '../instruments/instruments.ts';
import { openInstruments } from '../instruments/open.ts';
import { readInstruments } from '../instruments/store.ts';
import { novaPair } from '../instruments/testing.ts';

const at = Date.UTC(2026, 10, 24);
const signed = { by: 'ann', reason: 'listed by a test', at };
const coin: NewCoin = { id: 'NOVA', name: 'Nova', scale: 6, displayDecimals: 2, faucetAmount: null };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => {
  instruments.replace(shippedInstruments);
  return database.close();
});

const run = <Result>(work: (tx: Transaction) => Promise<Result>) => database.transaction(work);
const pairNow = async (id: string) => (await readInstruments(database)).pairs.find((one) => one.id === id);
const newestLine = async () => (await readOperatorLog(database))[0];

describe('the tables', () => {
  it('begin with what ships, once', async () => {
    expect(await readInstruments(database)).toEqual(shippedInstruments);
    await openInstruments(database);
    expect(await readInstruments(database)).toEqual(shippedInstruments);
  });

  it('never change a scale or a step, nor lose a row', async () => {
    const attempts = [
      "UPDATE listed_coins SET scale = 6 WHERE id = 'BTC'",
      "DELETE FROM listed_coins WHERE id = 'BTC'",
      "UPDATE listed_pairs SET price_decimals = 2 WHERE id = 'BTCUSDT'",
      "UPDATE listed_pairs SET quote = 'USDC' WHERE id = 'BTCUSDT'",
      "DELETE FROM listed_pairs WHERE id = 'BTCUSDT'",
      "UPDATE listed_contracts SET lot_size = 2 WHERE id = 'BTCPERP'",
      "DELETE FROM listed_contracts WHERE id = 'BTCPERP'",
    ];
    for (const attempt of attempts)
      await expect(database.pool.query(attempt)).rejects.toThrow('stays as it was listed');
  });
});

describe('an operator', () => {
  it('lists a coin with its pair in one transaction, and the log says who and why', async () => {
    await run((tx) => listCoin(tx, { coin, pair: novaPair }, signed));
    const { coins } = await readInstruments(database);
    expect(coins.at(-1)).toEqual({ ...coin, listedAt: at });
    expect(await pairNow('NOVAUSDT')).toMatchObject({
      base: 'NOVA',
      tickSize: '0.0001',
      takerFee: '0.001',
      open: true,
    });
    expect(await newestLine()).toMatchObject({ what: 'list-pair', subject: 'NOVAUSDT open', who: 'ann', at });
  });

  it('lists nothing of what is wrong or listed, and writes nothing', async () => {
    const before = await readInstruments(database);
    const fails = (work: (tx: Transaction) => Promise<unknown>) => expect(run(work)).rejects.toThrow(NotListed);
    await fails((tx) => listCoin(tx, { coin, pair: null }, signed));
    const two = { ...coin, id: 'TWO' };
    await fails((tx) => listCoin(tx, { coin: two, pair: { ...novaPair, priceDecimals: 7 } }, signed));
    await fails((tx) => listPair(tx, { ...novaPair, base: 'NOVA' }, signed));
    await fails((tx) => listPair(tx, { ...novaPair, base: 'NONE' }, signed));
    await fails((tx) => listPair(tx, { ...novaPair, base: 'BTC', quote: 'NOVA' }, signed));
    expect(await readInstruments(database)).toEqual(before);
  });

  it('halts, opens, delists and calls it off, step by step', async () => {
    await run((tx) => movePair(tx, 'NOVAUSDT', { to: 'halted' }, signed));
    await expect(run((tx) => movePair(tx, 'NOVAUSDT', { to: 'closed' }, signed))).rejects.toThrow(
      'cannot become closed',
    );
    await run((tx) => movePair(tx, 'NOVAUSDT', { to: 'open' }, signed));
    const end = { cancelsAt: at + 1_000, closesAt: at + 2_000 };
    await expect(
      run((tx) => endPair(tx, 'NOVAUSDT', { cancelsAt: at + 2_000, closesAt: at + 1_000 }, signed)),
    ).rejects.toThrow(NotListed);
    await run((tx) => endPair(tx, 'NOVAUSDT', end, signed));
    expect(await pairNow('NOVAUSDT')).toMatchObject({ state: 'closing', open: false, ...end });
    await run((tx) => movePair(tx, 'NOVAUSDT', { to: 'halted' }, signed));
    expect(await pairNow('NOVAUSDT')).toMatchObject({ state: 'halted', cancelsAt: null, closesAt: null });
    await run((tx) => endPair(tx, 'NOVAUSDT', end, signed));
    await run((tx) => movePair(tx, 'NOVAUSDT', { to: 'closed' }, signed));
    await expect(run((tx) => movePair(tx, 'NOVAUSDT', { to: 'open' }, signed))).rejects.toThrow(NotListed);
    expect(await newestLine()).toMatchObject({ what: 'list-move', subject: 'NOVAUSDT closing → closed' });
  });

  it('sets fees and limits, and leaves the rest', async () => {
    const before = await pairNow('ETHUSDT');
    await run((tx) => changeTerms(tx, 'ETHUSDT', { takerFee: '0.0005' }, signed));
    expect(await pairNow('ETHUSDT')).toEqual({ ...before, takerFee: '0.0005' });
    await expect(run((tx) => changeTerms(tx, 'ETHUSDT', { takerFee: '1' }, signed))).rejects.toThrow(NotListed);
    await expect(run((tx) => changeTerms(tx, 'ETHUSDT', { minAmount: '0.00001' }, signed))).rejects.toThrow(NotListed);
    await expect(run((tx) => changeTerms(tx, 'NOPE', { takerFee: '0' }, signed))).rejects.toThrow(NotListed);
  });

  it('counts a pair as listed from its opening', async () => {
    const late = { ...signed, at: at + 5_000 };
    await run((tx) =>
      listCoin(tx, { coin: { ...coin, id: 'SOON' }, pair: { ...novaPair, state: 'announced' } }, signed),
    );
    await expect(run((tx) => movePair(tx, 'SOONUSDT', { to: 'auction' }, signed))).rejects.toThrow(
      'time of its opening',
    );
    await run((tx) => movePair(tx, 'SOONUSDT', { to: 'open' }, late));
    expect(await pairNow('SOONUSDT')).toMatchObject({ state: 'open', listedAt: late.at });
  });
});

it('calls who follows until each has followed', async () => {
  const opened = await openInstruments(database);
  const heard: string[] = [];
  let isFailing = true;
  opened.onChange(() => void heard.push('first'));
  opened.onChange(() => {
    heard.push('second');
    if (isFailing) throw new Error('away');
  });
  await opened.refresh();
  expect(heard).toEqual([]);
  await run((tx) => movePair(tx, 'ETHUSDT', { to: 'halted' }, signed));
  await expect(opened.refresh()).rejects.toThrow('away');
  isFailing = false;
  await opened.refresh();
  await opened.refresh();
  expect(heard).toEqual(['first', 'second', 'second']);
});

describe('a contract', () => {
  const contract: NewContract = {
    id: 'ADAPERP',
    base: 'ADA',
    kind: null,
    wallet: 'contract',
    lotSize: '10',
    maxLots: 100_000,
    openFeePpm: 500,
    closeFeePpm: 500,
    overnightFeePpm: 300,
  };

  it('is listed once, on a pair that then stays', async () => {
    const end = { cancelsAt: at + 1, closesAt: at + 2 };
    await run((tx) => listContract(tx, contract, signed));
    expect((await readInstruments(database)).contracts.at(-1)).toEqual({ ...contract, listedAt: at });
    expect(await newestLine()).toMatchObject({ what: 'list-contract', subject: 'ADAPERP on ADAUSDT' });
    await expect(run((tx) => listContract(tx, contract, signed))).rejects.toThrow('ADAPERP is listed');
    await expect(run((tx) => endPair(tx, 'ADAUSDT', end, signed))).rejects.toThrow('ADAPERP follow ADAUSDT');
  });

  it.each<Partial<NewContract>>([
    { id: 'ada' },
    { id: 'ADAUSDT' },
    { base: 'NONE' },
    { kind: 'two words' },
    { lotSize: '0' },
    { lotSize: '0.001' },
    { maxLots: 0 },
    { openFeePpm: 20_000 },
  ])('is refused with %j', async (change) => {
    await expect(run((tx) => listContract(tx, { ...contract, id: 'ADATWO', ...change }, signed))).rejects.toThrow(
      NotListed,
    );
    expect((await readInstruments(database)).contracts.some(({ id }) => id === 'ADATWO')).toBe(false);
  });
});
