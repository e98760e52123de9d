import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallSpec, MoneyMove } from '#protocol/core/call.ts';
import { calls, type MoneyCall } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { type Product, products } from '#protocol/core/products.ts';
import { noSwitches, type ProductSwitch, switchesOf } from '#server/core/gate/switches.ts';
import type { TestUser } from './caller.ts';
import { type MoneyWorld, openMoneyWorld } from './money-world.ts';

/**
 * What an operator switches off, against every call that moves money: what opens something new is refused to those
 * concerned and moves nothing; everything else goes on, so that no switch traps money.
 */

let world: MoneyWorld;
const moneyCalls = Object.entries<CallSpec>(calls).flatMap(([name, { money }]) => (money ? [name as MoneyCall] : []));
const opensOf = (name: MoneyCall): MoneyMove['opens'] => {
  const { opens }: MoneyMove = calls[name].moves;
  return opens;
};
const openers = moneyCalls.filter((name) => opensOf(name) !== undefined);
const productsOf = (name: MoneyCall): readonly Product[] => {
  const opens = opensOf(name);
  if (opens === 'of-robot') return ['robots'];
  return opens === undefined ? [] : opens === 'of-contract' ? ['contracts'] : [opens];
};

const decide = (...all: readonly ProductSwitch[]) => void (world.exchange.gate.switches = switchesOf(all));
const off = (product: Product, country: string | null = null) => ({ product, country, isOn: false });
const on = (product: Product, country: string) => ({ product, country, isOn: true });

beforeAll(async () => void (world = await openMoneyWorld('switched')), 60_000);
afterEach(() => void (world.exchange.gate.switches = noSwitches));
afterAll(() => world.exchange.close());

/** Someone whose account is known to be of a country; before their first call, which caches what is known. */
async function userOf(by: 'phone' | 'document', value: string): Promise<TestUser> {
  const user = await world.caller.registerPractice();
  const { pool } = world.exchange.database;
  if (by === 'phone') await pool.query('UPDATE users SET phone = $2 WHERE id = $1', [user.id, value]);
  else {
    await pool.query(
      `INSERT INTO verifications (owner, document_type, country, first_name, last_name, number, document_key, front,
         back, held, state, submitted_at) VALUES ($1, 'passport', $2, 'A', 'B', '1', 'document', '1', '2', '3', 'verified', 0)`,
      [user.id, value],
    );
  }
  return user;
}

/** Whether the user's country is known by a document: bodies of fiat trading, and what follows them, verify the user. */
async function hasDocument(): Promise<boolean> {
  const { rows } = await world.exchange.database.pool.query(
    "SELECT FROM verifications WHERE owner = $1 AND state = 'verified'",
    [world.user.id],
  );
  return rows.length > 0;
}

async function entries(): Promise<string | undefined> {
  const { rows } = await world.exchange.database.pool.query<{ count: string }>(
    'SELECT count(*) FROM ledger_entries WHERE owner = $1',
    [world.user.id],
  );
  return rows[0]?.count;
}

it('names what opens something in each product', () => {
  expect(openers.toSorted()).toEqual([
    'POST addMiningOrder',
    'POST checkIn',
    'POST contract',
    'POST contractOptionOrder-add',
    'POST convert',
    'POST currency',
    'POST deposit',
    'POST finPeriodicOrderAdd',
    'POST loan/add',
    'POST otcBuy',
    'POST otcSell',
    'POST quant/create',
    'POST teManagementOrderAdd',
    'POST tradeBuy',
    'POST tradeSell',
  ]);
});

type Case = readonly [decisions: readonly ProductSwitch[], connectedFrom: string | undefined, reason: string];

/** Of a user of whom nothing but the connection's country is known. */
const casesOfConnection = (product: Product): readonly Case[] => [
  [[off(product)], 'TH', 'everyone'],
  [[off(product, 'US')], 'US', 'country'],
  [[off(product), on(product, 'TH')], 'US', 'country'],
  // Nothing is known of the account or its connection: deny by default.
  [[off(product, 'US')], undefined, 'unknown-country'],
  [[off(product, 'US')], 'XX', 'unknown-country'],
  [[off(product, 'US')], 'US, TH', 'unknown-country'],
  [[off(product), on(product, 'TH')], undefined, 'unknown-country'],
];

/** Of a user whose verified document is of Singapore, wherever they connect from. */
const casesOfDocument = (product: Product): readonly Case[] => [
  [[off(product)], 'TH', 'everyone'],
  [[off(product, 'SG')], 'TH', 'country'],
  [[off(product), on(product, 'TH')], 'TH', 'country'],
  [[off(product, 'SG')], undefined, 'country'],
];

describe.each(openers)('%s', (name) => {
  it('is refused and moves nothing where its product is switched off, and answers what was done before', async () => {
    const { caller, user } = world;
    const body = await world.bodies[name]();
    const key = caller.newKey();
    const send = (country?: string) =>
      caller.call(name, body, { key, as: user.token, ...(country === undefined ? {} : { country }) });
    const [product = 'spot'] = productsOf(name);
    const cases = (await hasDocument()) ? casesOfDocument(product) : casesOfConnection(product);
    const before = await entries();
    for (const [decisions, country, reason] of cases) {
      decide(...decisions);
      expect(await send(country), reason).toMatchObject({ code: codes.notYetOpen, data: { reason } });
    }
    expect(await entries()).toBe(before);
    // Other products and other countries are not concerned.
    decide(...products.filter((one) => one !== product).map((one) => off(one)), off(product, 'US'));
    const first = await send('TH');
    expect(first).toMatchObject({ code: codes.success });
    decide(off(product));
    expect(await send('TH')).toEqual(first);
    expect(world.exchange.errors).toEqual([]);
  });
});

it('goes on with everything that opens nothing', async () => {
  const { caller, user, bodies } = world;
  for (const name of moneyCalls.filter((one) => opensOf(one) === undefined)) {
    const body = await bodies[name]();
    decide(...products.map((product) => off(product)));
    expect(await caller.call(name, body, { as: user.token }), name).toMatchObject({ code: codes.success });
    world.exchange.gate.switches = noSwitches;
  }
});

it('takes gold and the other contracts apart', async () => {
  const { caller, user } = world;
  const order = { ...(await caller.opening(user.token, 'long', 0.9, 2)), contract: 'XAUPERP' };
  decide(off('gold'));
  expect(await caller.call('POST contract', order, { as: user.token })).toMatchObject({ code: codes.notYetOpen });
  decide(off('contracts'));
  expect((await caller.call('POST contract', order, { as: user.token })).code).not.toBe(codes.notYetOpen);
});

it('goes by the account before the connection', async () => {
  const offered = async (as: string, country?: string) => {
    const answer = await world.caller.call('GET web/config', {}, { as, ...(country === undefined ? {} : { country }) });
    const { features, switchedOff } = answer.data as { features: string[]; switchedOff: Record<string, string> };
    expect(features.includes('options')).toBe(switchedOff['options'] === undefined);
    return switchedOff['options'] ?? 'on';
  };
  decide(off('options', 'US'));
  const [thai, american, northAmerican, verified] = [
    await userOf('phone', '+66812345678'),
    await userOf('phone', '+12015550123'),
    await userOf('phone', '+18005550123'),
    await userOf('document', 'TH'),
  ];
  expect(await offered('')).toBe('unknown-country');
  expect(await offered('', 'TH')).toBe('on');
  expect(await offered('', 'US')).toBe('country');
  expect(await offered(thai.token, 'US')).toBe('on');
  expect(await offered(american.token, 'TH')).toBe('country');
  // The calling code is shared, and the number does not say which country it is of.
  expect(await offered(northAmerican.token, 'TH')).toBe('country');
  expect(await offered(verified.token, 'US')).toBe('on');
});

it('refuses a robot on a contract where contracts are off, and no other', async () => {
  const { caller, user } = world;
  const robot = (parameters: object) => {
    const bounds = { stopLoss: null, takeProfit: null };
    const body = { pair: 'BTCUSDT', name: 'One', amount: '100', from: 'spot', bounds, parameters };
    return caller.call('POST quant/create', body, { key: caller.newKey(), as: user.token });
  };
  const bounds = { lower: '1000', upper: '200000', lines: 5, spacing: 'arithmetic' };
  const onContract = { strategy: 'contract-grid', direction: 'neutral', leverage: 1, ...bounds };
  decide(off('contracts'));
  expect(await robot(onContract)).toMatchObject({ code: codes.notYetOpen });
  expect(await robot({ strategy: 'grid', ...bounds })).not.toMatchObject({ code: codes.notYetOpen });
  decide(off('robots'));
  expect(await robot(onContract)).toMatchObject({ code: codes.notYetOpen });
});
