import { afterAll, beforeAll, expect, it } from 'vitest';
import { atDepth } from '../depth.ts';
import { testAddress } from '#server/practice/test-chain/test-address.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import type { CallName } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import {
  type Answer,
  cheapHash,
  createCaller,
  exchangeWithContent,
  setTransactionPassword,
  type TestUser,
} from './caller.ts';
import type { ExchangeForTest } from './exchange-for-test.ts';

/**
 * A balance of 100, and 64 calls of 100 at once over every way on which money leaves it: exactly one wins.
 */
const rounds = atDepth(200);
const callsAtOnce = 64;
const roundMaxMs = 3_000;

const password = '864209';
const ledger = createLedger();
let exchange: ExchangeForTest;
let hashed = '';
let payee = '';
const caller = createCaller(() => exchange.app, 'money-race');
const call = (name: CallName, body: object, as = ''): Promise<Answer> => caller.call(name, body, { as });

beforeAll(async () => {
  exchange = await exchangeWithContent();
  hashed = await cheapHash(password);
  payee = (await user()).id;
});
afterAll(() => exchange.close());

/** Somebody with a transaction password and exactly 100 USDT in the spot wallet. */
async function user(): Promise<TestUser> {
  const { id, token } = await caller.registerPractice();
  await setTransactionPassword(exchange, id, hashed);
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
  return { id, token };
}

const secret = { transactionPassword: password };
const address = testAddress('0x00000000000000000000000000000000000000aa');

/** Every way on which 100 USDT leave the spot wallet. */
const ways: Readonly<Record<string, (from: TestUser) => Promise<Answer>>> = {
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

async function take(way: string, from: TestUser): Promise<Answer> {
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
