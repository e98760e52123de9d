import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallSpec, MoneyMove } from '#protocol/core/call.ts';
import { anyCallRefuses } from '#protocol/core/call.ts';
import { type CallName, calls, type MoneyCall } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { noStops, type Stops } from '#server/core/gate/stops.ts';
import type { Answer } from './caller.ts';
import type { ExchangeForTest } from './exchange-for-test.ts';
import { type MoneyWorld, openMoneyWorld } from './money-world.ts';

/**
 * Every call that moves money against everything that can stop it: it is refused with the code it declares and moves
 * nothing; a request that was done before is answered as done; and with the stop gone the same request goes through.
 */

let world: MoneyWorld;
let exchange: ExchangeForTest;
let owner = '';
let payee = '';
const call = (name: CallName, body: object, key: string): Promise<Answer> =>
  world.caller.call(name, body, { key, as: world.user.token });

beforeAll(async () => {
  world = await openMoneyWorld('stopped');
  ({ exchange } = world);
  owner = world.user.id;
  payee = world.payee.id;
}, 60_000);
afterEach(() => {
  exchange.gate.halted.clear();
  exchange.gate.stops = noStops;
  exchange.gate.withdrawalsHalted = false;
});
afterAll(() => exchange.close());

/** What a user has to spend: everything that moves money here changes it. */
async function spendable(): Promise<unknown> {
  const { rows } = await exchange.database.pool.query(
    `SELECT owner, wallet, asset, available FROM balances
      WHERE owner IN ($1, $2) AND available <> 0 ORDER BY owner, wallet, asset`,
    [owner, payee],
  );
  const { rows: requests } = await exchange.database.pool.query('SELECT key FROM idempotency WHERE user_id = $1', [
    owner,
  ]);
  return { rows, requests: requests.length };
}

const coinsOf: Readonly<Record<MoneyMove['coins'], readonly string[]>> = {
  named: [],
  'of-pair': ['ETH', 'USDT'],
  'of-order': ['ETH', 'USDT'],
  'of-quote': ['USDT', 'BTC'],
  'of-advert': ['USDT'],
  'of-product': ['USDT'],
  settling: ['USDT'],
};

const stop = (stops: Partial<Stops>) => () => void (exchange.gate.stops = { ...noStops, ...stops });

/** Everything that must stop a call. */
function stopsOf(name: MoneyCall, body: object): [string, () => void][] {
  const { dealing, coins }: MoneyMove = calls[name].moves;
  const named = 'asset' in body ? [String(body.asset)] : [];
  const touched = coins === 'named' ? named : coinsOf[coins];
  expect(touched, name).not.toEqual([]);
  const found: [string, () => void][] = touched.flatMap((asset) => [
    [`the audit halts ${asset}`, () => void exchange.gate.halted.add(asset)],
    [`an operator stops ${asset}`, stop({ coins: new Set([asset]) })],
  ]);
  if (dealing === 'withdrawal') {
    found.push(['all withdrawals are stopped', stop({ withdrawals: true })]);
    found.push(['anything does not add up', () => void (exchange.gate.withdrawalsHalted = true)]);
  } else found.push([`${dealing} is stopped`, stop({ areas: new Set([dealing]) })]);
  if ('chain' in body) found.push(['the chain is stopped', stop({ chains: new Set([String(body.chain)]) })]);
  return found;
}

const moneyCalls = Object.entries<CallSpec>(calls).flatMap(([name, { money }]) => (money ? [name as MoneyCall] : []));

describe.each(moneyCalls)('%s', (name) => {
  const { stoppedWith }: MoneyMove = calls[name].moves;

  it('declares what it refuses with', () => {
    const { refuses }: CallSpec = calls[name];
    expect([...refuses, ...anyCallRefuses]).toContain(stoppedWith);
  });

  it('is refused and moves nothing while what it moves is stopped', async () => {
    const prepare = world.bodies[name];
    const body = await prepare();
    const key = world.caller.newKey();
    for (const [what, halt] of stopsOf(name, body)) {
      const before = await spendable();
      halt();
      expect(await call(name, body, key), what).toMatchObject({ code: codes[stoppedWith], data: null });
      expect(await spendable(), what).toEqual(before);
      exchange.gate.halted.clear();
      exchange.gate.stops = noStops;
      exchange.gate.withdrawalsHalted = false;
    }
    // Nothing but the stops was in the way, and a stop of something else is none.
    exchange.gate.halted.add('DOGE');
    const first = await call(name, body, key);
    expect(first).toMatchObject({ code: codes.success });
    // What was done stays done: a retry gets the same answer, whatever is stopped by now.
    for (const [what, halt] of stopsOf(name, body)) {
      halt();
      expect(await call(name, body, key), what).toEqual(first);
    }
    // A withdrawal of an earlier call that its stopped coin keeps from leaving is an alarm, and no failure.
    expect(exchange.errors.filter((line) => !line.includes('"hindrance":"coin-halted"'))).toEqual([]);
  });
});
