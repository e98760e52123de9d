import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CallSpec } from '#protocol/core/call.ts';
import { calls, type CallName } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { testAddress } from '#server/practice/test-chain/test-address.ts';
import { type Answer, cheapHash, createCaller, exchangeWithContent, setTransactionPassword } from './caller.ts';
import type { ExchangeForTest } from './exchange-for-test.ts';

/**
 * Every call that moves money out of or between wallets, 64 times with one key: one effect, one answer. Asked again
 * later it is the same answer, whatever has changed since and whether or not its deadline passed.
 */

const callsAtOnce = 64;
const password = '864209';
const email = 'one-key@example.com';
let exchange: ExchangeForTest;
let token = '';
let owner = '';
let payee = '';
let made = 0;
const caller = createCaller(() => exchange.app, 'one-key');
const { newKey } = caller;
const call = (name: CallName, body: object, key = newKey(), deadline?: number): Promise<Answer> =>
  caller.call(name, body, { key, as: token, ...(deadline === undefined ? {} : { deadline }) });

beforeAll(async () => {
  exchange = await exchangeWithContent();
  payee = (await caller.registerPractice()).id;
  ({ id: owner, token } = await caller.register(email));
  await setTransactionPassword(exchange, owner, await cheapHash(password));
  for (const asset of ['USDT', 'BTC']) await call('POST recharge', { chain: 'PRACTICE', asset });
}, 60_000);
afterAll(() => exchange.close());

const secret = { transactionPassword: password };
const input = (remark: string) => ({
  asset: 'USDT',
  chain: 'TEST',
  address: testAddress('0x00000000000000000000000000000000000000aa'),
  amount: '20',
  remark,
  ...secret,
});
const order = (price: string) => ({ type: 'limit', pair: 'ETHUSDT', side: 'buy', price, amount: '0.1' });

/** A right body of each call; bodies of one call differ, and each can be done. */
const bodies: Readonly<Record<string, () => Promise<object>>> = {
  'POST recharge': async () => ({ chain: 'PRACTICE', asset: takes.shift() }),
  'POST withdrawCoinApp': async () => input(newKey()),
  'POST withdrawCoin': async () => {
    const { transactionPassword: _password, ...rest } = input(newKey());
    await exchange.database.pool.query('DELETE FROM verification_codes');
    const checked = {
      account: { by: 'email', email },
      purpose: 'security',
      code: await caller.sentCode(email, 'security', token),
    };
    const { data } = await call('POST checkSmsCode', checked);
    return { ...rest, ...secret, ticket: String(data['ticket']) };
  },
  'POST transfer': async () => ({ asset: 'USDT', from: 'spot', to: 'option', amount: `1.${(made += 1)}` }),
  'POST convert': async () => {
    const { data } = await call('GET convertPage', { from: 'USDT', to: 'BTC', amount: '10' });
    return { quote: (data['quote'] as { id: string }).id };
  },
  'POST freeTransferForWallet': async () => ({
    step: 'pay',
    to: { by: 'id', id: payee },
    asset: 'USDT',
    amount: `2.${(made += 1)}`,
    ...secret,
  }),
  'POST quant/create': async () => ({
    pair: 'ETHUSDT',
    name: 'Trend',
    amount: `50.${(made += 1)}`,
    from: 'spot',
    parameters: { strategy: 'trend', minutes: 60, fast: 5, slow: 20, trailing: '3' },
    bounds: { stopLoss: null, takeProfit: null },
  }),
  'POST currency': async () => order(`1000.${(made += 1) % 90}`),
  'POST cancelCurrency': async () => {
    const { data } = await call('POST currency', order('900'));
    return { id: (data['order'] as { id: string }).id };
  },
};
const takes = ['ETH', 'SOL', 'DOGE', 'XRP', 'ADA', 'LTC'];

/** Entries of the user that came at once; those of a withdrawal under way come later, by themselves. */
async function entries(): Promise<number> {
  const { rows } = await exchange.database.pool.query<{ count: string }>(
    `SELECT count(*) FROM ledger_entries WHERE owner = $1 AND kind NOT IN ('withdrawal', 'withdrawal-fee', 'withdrawal-release')`,
    [owner],
  );
  return Number(rows[0]?.count);
}

const moneyCalls = Object.entries<CallSpec>(calls).flatMap(([name, { area, money }]) =>
  money && area === 'wallet' ? [name as CallName] : [],
);

describe.each(moneyCalls)('%s', (name) => {
  it(`${callsAtOnce} times with one key has one effect; another body with it has none`, async () => {
    const body = bodies[name];
    if (body === undefined) throw new Error(`no right body of ${name}`);
    const [first, second] = [await body(), await body()];
    const before = await entries();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: callsAtOnce }, () => call(name, first, key)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ code: codes.success });
    const after = await entries();
    expect(after).toBeGreaterThan(before);
    expect(await call(name, second, key)).toMatchObject({ code: codes.alreadyProcessed });
    expect(await entries()).toBe(after);
    // One more with a key of its own has the same effect again: the 64 had it once.
    expect(await call(name, second)).toMatchObject({ code: codes.success });
    expect((await entries()) - after).toBe(after - before);
    expect(exchange.errors).toEqual([]);
  });

  it('asked again later is answered as it was, and a key that did nothing in time does nothing', async () => {
    const body = bodies[name];
    if (body === undefined) throw new Error(`no right body of ${name}`);
    // Only so many withdrawals of a user may wait for their review, which practice mode ends within seconds.
    if (name.startsWith('POST withdraw')) {
      const waiting = `SELECT 1 FROM withdrawals WHERE state = 'under-review'`;
      await vi.waitUntil(async () => (await exchange.database.pool.query(waiting)).rowCount === 0, 20_000);
    }
    const [first, second] = [await body(), await body()];
    const key = newKey();
    const answer = await call(name, first, key);
    expect(answer).toMatchObject({ code: codes.success });
    const before = await entries();
    const past = Date.now() - 1_000;
    // Nobody keeps a password to ask again with; a ticket is spent.
    const { transactionPassword: _password, ...asked } = first as Record<string, unknown>;
    exchange.haltAll(true);
    for (const deadline of [undefined, past]) expect(await call(name, asked, key, deadline)).toEqual(answer);
    const late = { code: codes.busyRetry, data: { reason: 'deadline-passed' } };
    expect(await call(name, second, newKey(), past)).toMatchObject(late);
    exchange.haltAll(false);
    expect(await call(name, second, newKey(), past)).toMatchObject(late);
    expect(await entries()).toBe(before);
    expect(exchange.errors).toEqual([]);
  }, 30_000);
});
