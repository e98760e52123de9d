import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestAuthenticator } from '#server/accounts/account/passkeys/testing-authenticator.ts';
import { testAddress } from '#server/practice/test-chain/test-address.ts';
import type { CallName } from '#protocol/calls.ts';
import { type ExchangeForTest, exchangeForTest } from './exchange-for-test.ts';

/** Who logs in by a passkey, or unlocks the app with it, is in; what moves money out still asks for its own password. */

const origin = 'http://localhost:8080';
const password = '864209';

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: Record<string, unknown>;
}

let exchange: ExchangeForTest;
let key = 0;

/** Somebody to send to. */
let other: string;

beforeAll(async () => {
  exchange = await exchangeForTest();
  const { data } = await call('POST register', { kind: 'practice' });
  other = (data['profile'] as { id: string }).id;
});
afterAll(() => exchange.close());

async function call(name: CallName, body: object, token?: string): Promise<Answer> {
  const [method = 'GET', path] = name.split(' ');
  key += 1;
  const response = await exchange.app.inject({
    method: method as 'GET' | 'POST' | 'PUT',
    url: `/api/${path}`,
    headers: {
      origin,
      host: new URL(origin).host,
      'idempotency-key': `passkey-money-${String(key).padStart(8, '0')}`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(method === 'GET' ? {} : { payload: body }),
  });
  return response.json<Answer>();
}

/** A practice account whose owner came in by a passkey, and what it is worth. */
async function loggedInByPasskey(hasPassword: boolean) {
  const registered = await call('POST register', { kind: 'practice' });
  const first = String(registered.data['token']);
  if (hasPassword) {
    const change = { kind: 'transaction', proof: { by: 'nothing' }, password, confirmation: password };
    expect((await call('POST pwd', change, first)).msg).toBe('success');
  }
  const device = new TestAuthenticator(origin);
  const asked = await call('POST bindAccount', { kind: 'passkey-question' }, first);
  const answer = device.make(asked.data['passkeyQuestion'] as { challenge: string });
  expect((await call('POST bindAccount', { kind: 'passkey', name: 'Phone', answer }, first)).msg).toBe('success');
  const question = await call('POST login', { ask: 'passkey' });
  const passkey = device.use(question.data['passkeyQuestion'] as { challenge: string });
  const session = await call('POST login', { passkey });
  expect(session.msg).toBe('success');
  return { token: String(session.data['token']), passkey };
}

async function worth(token: string): Promise<unknown> {
  const { rows } = await exchange.database.pool.query(
    `SELECT asset, available, frozen, locked FROM balances
      WHERE owner = (SELECT user_id FROM sessions ORDER BY id DESC LIMIT 1) ORDER BY wallet, asset`,
  );
  expect((await call('GET info', {}, token)).msg).toBe('success');
  return rows;
}

/** Every withdrawal for money, complete but for what `more` adds. */
function withdrawalCalls(more: object): readonly (readonly [CallName, object])[] {
  const address = testAddress(`0x${'5d'.repeat(20)}`);
  const withdrawal = { asset: 'USDT', chain: 'TEST', address, amount: '50', remark: 'out', ...more };
  return [
    ['POST withdrawCoinApp', withdrawal],
    ['POST withdrawCoin', { ...withdrawal, ticket: 'none' }],
    ['POST freeTransferForWallet', { step: 'pay', to: { by: 'id', id: other }, asset: 'USDT', amount: '1', ...more }],
  ];
}

it('lets nothing leave without the transaction password, however one came in', async () => {
  for (const [hasPassword, refusal] of [
    [false, 'setTransactionPasswordFirst'],
    [true, 'transactionPasswordNeeded'],
  ] as const) {
    const { token } = await loggedInByPasskey(hasPassword);
    const before = await worth(token);
    for (const [name, body] of withdrawalCalls({}))
      expect([name, (await call(name, body, token)).msg]).toEqual([name, refusal]);
    expect(await worth(token)).toEqual(before);
  }
});

it('takes no answer of a passkey for the transaction password', async () => {
  const { token, passkey } = await loggedInByPasskey(true);
  const before = await worth(token);
  for (const [name, body] of withdrawalCalls({ transactionPassword: passkey.response.signature.slice(0, 24) }))
    expect([name, (await call(name, body, token)).msg]).toEqual([name, 'transactionPasswordWrong']);
  for (const [name, body] of withdrawalCalls({ passkey }))
    expect([name, (await call(name, body, token)).code]).toEqual([name, 100]);
  expect(await worth(token)).toEqual(before);
  // It was the password alone that was missing; three wrong ones have to wait, so somebody else shows it.
  const { token: sameWay } = await loggedInByPasskey(true);
  const [app, , transfer] = withdrawalCalls({ transactionPassword: password });
  for (const [name, body] of [app, transfer].filter((each) => each !== undefined))
    expect([name, (await call(name, body, sameWay)).msg]).toEqual([name, 'success']);
});
