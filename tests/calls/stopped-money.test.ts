import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallSpec, MoneyMove } from '../../src/protocol/call.ts';
import { anyCallRefuses } from '../../src/protocol/call.ts';
import { type CallName, calls, type MoneyCall } from '../../src/protocol/calls.ts';
import { codes } from '../../src/protocol/codes.ts';
import { testAddress } from '../../src/server/practice/test-chain/test-address.ts';
import { noStops, type Stops } from '../../src/server/core/gate/stops.ts';
import { type Answer, cheapHash, createCaller, exchangeWithContent, setTransactionPassword } from './caller.ts';
import { fiatMarket } from './fiat-market.ts';
import { setMerchantDeposit, verifyForFiat } from './fiat-standing.ts';
import type { ExchangeForTest } from './exchange-for-test.ts';

/**
 * Every call that moves money against everything that can stop it: it is refused with the code it declares and moves
 * nothing; a request that was done before is answered as done; and with the stop gone the same request goes through.
 */

const password = '864209';
const email = 'stopped@example.com';
let exchange: ExchangeForTest;
let token = '';
let owner = '';
let payee = '';
let payeeToken = '';
let made = 0;
const caller = createCaller(() => exchange.app, 'stopped');
const { newKey } = caller;
const call = (name: CallName, body: object, key: string): Promise<Answer> =>
  caller.call(name, body, { key, as: token });
const done = (name: CallName, body: object, as = token) => caller.done(name, body, as);
const opening = (side: 'long' | 'short', factor = 0.97) => caller.opening(token, side, factor, 2);

beforeAll(async () => {
  exchange = await exchangeWithContent();
  ({ id: payee, token: payeeToken } = await caller.registerPractice());
  ({ id: owner, token } = await caller.register(email));
  await setTransactionPassword(exchange, owner, await cheapHash(password));
  for (const asset of ['USDT', 'BTC']) await done('POST recharge', { chain: 'PRACTICE', asset });
  for (const [to, amount] of Object.entries({ contract: '2000', option: '200' })) {
    await done('POST transfer', { asset: 'USDT', from: 'spot', to, amount });
  }
  await done('POST transfer', { asset: 'USDT', from: 'spot', to: 'contract', amount: '2000' }, payeeToken);
}, 60_000);
afterEach(() => {
  exchange.gate.halted.clear();
  exchange.gate.stops = noStops;
  exchange.gate.withdrawalsHalted = false;
});
afterAll(() => exchange.close());

const secret = { transactionPassword: password };
const input = () => ({
  asset: 'USDT',
  chain: 'TEST',
  address: testAddress('0x00000000000000000000000000000000000000aa'),
  amount: '20',
  remark: newKey(),
  ...secret,
});
const spotOrder = { type: 'limit', pair: 'ETHUSDT', side: 'buy', price: '900', amount: '0.1' };

/** A position of the user, whose other side the payee holds; then somebody to close against. */
async function position(): Promise<string> {
  const mine = await done('POST contract', await opening('long'));
  await done('POST contract', await opening('short'), payeeToken);
  return (mine['order'] as { id: string }).id;
}

const fiat = fiatMarket<string>(() => exchange, done);
const taker = () => ({ id: owner, as: token });
const seller = () => ({ id: payee, as: payeeToken });

/** A merchant deposit in a state, with enough in the fiat wallet to pay one. */
async function deposit(state: 'short' | null): Promise<object> {
  await verifyForFiat(exchange, owner);
  await setMerchantDeposit(exchange, owner, state);
  await done('POST transfer', { asset: 'USDT', from: 'spot', to: 'fiat', amount: '510' });
  return {};
}

/** A right body of each call; each can be done. A new call that moves money fails here until it has a row. */
const bodies: Readonly<Record<MoneyCall, () => Promise<object>>> = {
  'POST recharge': async () => ({ chain: 'PRACTICE', asset: 'SOL' }),
  'POST withdrawCoinApp': async () => input(),
  'POST withdrawCoin': async () => {
    await exchange.database.pool.query('DELETE FROM verification_codes');
    const checked = {
      account: { by: 'email', email },
      purpose: 'security',
      code: await caller.sentCode(email, 'security', token),
    };
    const { ticket } = await done('POST checkSmsCode', checked);
    return { ...input(), ticket: String(ticket) };
  },
  'POST transfer': async () => ({ asset: 'USDT', from: 'spot', to: 'option', amount: `1.${(made += 1)}` }),
  'POST convert': async () => {
    const { quote } = await done('GET convertPage', { from: 'USDT', to: 'BTC', amount: '10' });
    return { quote: (quote as { id: string }).id };
  },
  'POST freeTransferForWallet': async () => ({
    step: 'pay',
    to: { by: 'id', id: payee },
    asset: 'USDT',
    amount: `2.${(made += 1)}`,
    ...secret,
  }),
  'POST currency': async () => spotOrder,
  'POST cancelCurrency': async () => {
    const { order } = await done('POST currency', spotOrder);
    return { id: (order as { id: string }).id };
  },
  'POST contract': async () => opening('long', 0.9),
  'POST cancelContract': async () => {
    const { order } = await done('POST contract', await opening('long', 0.9));
    return { id: (order as { id: string }).id };
  },
  'POST outContract': async () => {
    const id = await position();
    await done('POST contract', await opening('long', 0.96), payeeToken);
    return { id, lots: 1 };
  },
  'POST contractPl': async () => {
    const { takeProfit, stopLoss } = await opening('long', 1.1);
    return { id: await position(), takeProfit, stopLoss };
  },
  'POST deposit': async () => deposit(null),
  'POST makeUpDeposit': async () => deposit('short'),
  'POST backDeposit': async () => {
    for (const sql of ["UPDATE adverts SET state = 'withdrawn'", 'UPDATE fiat_orders SET merchant = 0']) {
      await exchange.database.pool.query(sql);
    }
    return deposit('short');
  },
  'POST otcBuy': async () => {
    await setMerchantDeposit(exchange, owner, 'whole');
    return { ...fiat.terms('50'), methods: ['bank'] };
  },
  'POST otcSell': async () => {
    await setMerchantDeposit(exchange, owner, 'whole');
    const method = await fiat.collectionMethod(taker());
    await fiat.fund(token, '50');
    return { ...fiat.terms('50'), methods: [method] };
  },
  'POST cancelOrder': async () => ({ id: await fiat.advert(taker(), 'sell') }),
  'POST tradeBuy': async () => fiat.takingOf(taker(), 'buy', await fiat.advert(seller(), 'sell')),
  'POST tradeSell': async () => fiat.takingOf(taker(), 'sell', await fiat.advert(seller(), 'buy')),
  'POST tradeCancel': async () => ({ id: await fiat.order(taker(), seller(), 'buy'), notPaid: true }),
  'POST otcFinish': async () => ({ id: await fiat.paidSale(taker(), seller()), received: true, ...secret }),
  'POST contractOptionOrder-add': async () => {
    const { list } = await done('GET contractOption-starting', {});
    // The one that takes entries longest, so that it does not lock meanwhile.
    const [round] = (list as { id: string; lockAt: number; coin: string }[])
      .filter(({ id }) => !entered.has(id))
      .toSorted((a, b) => b.lockAt - a.lockAt);
    entered.add(round?.id ?? '');
    return { round: round?.id, direction: 'up', stake: '5' };
  },
};
const entered = new Set<string>();

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
    const prepare = bodies[name];
    const body = await prepare();
    const key = newKey();
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
