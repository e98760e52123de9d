import { type Algorithm, hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAddress } from '../../src/server/practice/test-chain/test-address.ts';
import { readContentSet } from '../../src/server/content/content-set.ts';
import { pushBundled } from '../../src/server/publishing/push-content.ts';
import { houseOwners } from '../../src/server/core/ledger/account.ts';
import { checkLedger } from '../../src/server/core/ledger/audit-check.ts';
import { createLedger } from '../../src/server/core/ledger/ledger.ts';
import type { CallName } from '../../src/protocol/calls.ts';
import { codes } from '../../src/protocol/codes.ts';
import { type ExchangeForTest, exchangeForTest } from './exchange-for-test.ts';

/**
 * A balance of 100, and 64 calls of 100 at once over every way on which money leaves it: exactly one wins.
 * `RACE_ROUNDS` runs fewer, as while working on it.
 */
const rounds = Number(process.env['RACE_ROUNDS'] ?? 200);
const callsAtOnce = 64;
const roundMaxMs = 3_000;

const contentFolder = new URL('../../content', import.meta.url).pathname;
const password = '864209';
const ledger = createLedger();
let exchange: ExchangeForTest;
let cheapHash = '';
let payee = '';
let key = 0;

beforeAll(async () => {
  exchange = await exchangeForTest();
  // Whoever is paid is told, in words that the store must have.
  await pushBundled(exchange.database, await readContentSet(contentFolder), 0);
  // The usual hash takes 20 ms; what is raced for here is the money.
  cheapHash = await hash(password, { algorithm: 2 as Algorithm.Argon2id, memoryCost: 8, timeCost: 1, parallelism: 1 });
  payee = (await user()).id;
});
afterAll(() => exchange.close());

interface Answer {
  readonly code: number;
  readonly data: Record<string, unknown>;
}

async function call(name: CallName, body: object, token?: string): Promise<Answer> {
  const [method = 'GET', path] = name.split(' ');
  key += 1;
  const query = method === 'GET' ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : '';
  const response = await exchange.app.inject({
    method: method as 'GET' | 'POST',
    url: `/api/${path}${query}`,
    headers: {
      'idempotency-key': `money-race-${String(key).padStart(10, '0')}`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(method === 'GET' ? {} : { payload: body }),
  });
  return response.json<Answer>();
}

interface User {
  readonly id: string;
  readonly token: string;
}

/** Somebody with a transaction password and exactly 100 USDT in the spot wallet. */
async function user(): Promise<User> {
  const { data } = await call('POST register', { kind: 'practice' });
  const { id } = data['profile'] as { id: string };
  await exchange.database.pool.query('UPDATE users SET transaction_password_hash = $2 WHERE id = $1', [id, cheapHash]);
  const account = { wallet: 'spot', asset: 'USDT', part: 'available' } as const;
  const rest = (10_000n - 100n) * 10n ** 8n;
  await exchange.database.transaction((tx) =>
    ledger.post(tx, {
      kind: 'practice',
      reference: null,
      at: Date.now(),
      postings: [
        { ...account, owner: BigInt(id), amount: -rest },
        { ...account, owner: houseOwners.practice, amount: rest },
      ],
    }),
  );
  return { id, token: String(data['token']) };
}

const secret = { transactionPassword: password };
const address = testAddress('0x00000000000000000000000000000000000000aa');

/** Every way on which 100 USDT leave the spot wallet. */
const ways: Readonly<Record<string, (from: User) => Promise<Answer>>> = {
  withdraw: ({ token }) => {
    const input = { asset: 'USDT', chain: 'TEST', address, amount: '100', remark: 'race' };
    return call('POST withdrawCoinApp', { ...input, ...secret }, token);
  },
  transfer: ({ token }) => call('POST transfer', { asset: 'USDT', from: 'spot', to: 'option', amount: '100' }, token),
  convert: async ({ token }) => {
    const { data } = await call('GET convertPage', { from: 'USDT', to: 'BTC', amount: '100' }, token);
    return call('POST convert', { quote: (data['quote'] as { id: string }).id }, token);
  },
  'instant transfer': ({ token }) => {
    const to = { by: 'id', id: payee };
    return call('POST freeTransferForWallet', { step: 'pay', to, asset: 'USDT', amount: '100', ...secret }, token);
  },
  'spot order': ({ token }) =>
    call('POST currency', { type: 'limit', pair: 'ETHUSDT', side: 'buy', price: '1000', amount: '0.1' }, token),
};

async function take(way: string, from: User): Promise<Answer> {
  const taking = ways[way];
  if (taking === undefined) throw new Error(`no way ${way}`);
  return taking(from);
}

it.each(Object.keys(ways))('%s takes 100 of 100', async (way) => {
  const from = await user();
  expect(await take(way, from)).toMatchObject({ code: codes.success });
  expect(await take(way, from)).toMatchObject({ code: codes.insufficientWalletBalance });
});

it(
  `one of ${callsAtOnce} wins, in each of ${rounds} rounds`,
  async () => {
    const names = Object.keys(ways);
    const winners = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      const from = await user();
      const tries = Array.from({ length: callsAtOnce }, (_, index) => names[(index + round) % names.length] ?? '');
      const answers = await Promise.all(tries.map((way) => take(way, from)));
      const won = tries.filter((_, index) => answers[index]?.code === codes.success);
      expect(won).toHaveLength(1);
      const others = answers.filter((answer) => answer?.code !== codes.success);
      expect(new Set(others.map((answer) => answer?.code))).toEqual(new Set([codes.insufficientWalletBalance]));
      winners.set(won[0] ?? '', (winners.get(won[0] ?? '') ?? 0) + 1);
      const { rows } = await exchange.database.pool.query<{ available: string }>(
        `SELECT available FROM balances WHERE owner = $1 AND wallet = 0 AND asset = 'USDT'`,
        [from.id],
      );
      expect(rows).toEqual([{ available: '0' }]);
    }
    const { rows } = await exchange.database.pool.query(
      'SELECT asset FROM balances GROUP BY asset HAVING sum(available + frozen + locked) <> 0',
    );
    expect(rows).toEqual([]);
    expect((await checkLedger(exchange.database, true, Date.now())).findings).toEqual([]);
    expect(exchange.errors).toEqual([]);
  },
  rounds * roundMaxMs,
);
