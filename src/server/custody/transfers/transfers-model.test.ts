import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atDepth } from '../../../../tests/depth.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { rightPassword, testTransfers, type TestTransfers } from './testing.ts';

let transfers: TestTransfers;
let users: bigint[] = [];

beforeAll(async () => {
  transfers = await testTransfers();
  users = await Promise.all([transfers.user(), transfers.user(), transfers.user()]);
});
afterAll(() => transfers.close());

const who = fc.nat({ max: 2 });
const amount = fc.integer({ min: 1, max: 60 }).map(String);
const wallet = fc.constantFrom('spot' as const, 'option' as const, 'gold' as const);
const coin = fc.constantFrom('USDT', 'ETH');
const step = fc.oneof(
  fc.record({ do: fc.constant('transfer' as const), who, from: wallet, to: wallet, coin, amount }),
  fc.record({ do: fc.constant('convert' as const), who, from: coin, amount }),
  fc.record({ do: fc.constant('pay' as const), who, to: who, coin, amount }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Executes a step; a refusal is a result, anything else a failure. */
async function run(one: Step): Promise<void> {
  const me = users[one.who] ?? 0n;
  const context = transfers.context(me);
  try {
    if (one.do === 'transfer') {
      const { coin: asset, from, to } = one;
      await transfers.handlers['POST transfer']({ asset, from, to, amount: one.amount }, context);
    } else if (one.do === 'convert') {
      const to = one.from === 'ETH' ? 'USDT' : 'ETH';
      const { quote } = await transfers.handlers['GET convertPage'](
        { from: one.from, to, amount: one.amount },
        context,
      );
      if (quote !== null) await transfers.handlers['POST convert']({ quote: quote.id }, context);
    } else {
      const to = { by: 'id', id: String(users[one.to]) } as const;
      const body = { step: 'pay', to, asset: one.coin, amount: one.amount, remark: '' } as const;
      await transfers.handlers['POST freeTransferForWallet']({ ...body, transactionPassword: rightPassword }, context);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

interface Sums {
  readonly below: number;
  readonly off: number;
}

async function sums(): Promise<Sums> {
  const { rows } = await transfers.database.pool.query<{ below: string; off: string }>(
    `SELECT (SELECT count(*) FROM balances WHERE owner NOT IN (1, 2, 8) AND least(available, frozen, locked) < 0) AS below,
            (SELECT count(*) FROM (SELECT asset FROM balances GROUP BY asset
                                   HAVING sum(available + frozen + locked) <> 0) AS uneven) AS off`,
  );
  return { below: Number(rows[0]?.below), off: Number(rows[0]?.off) };
}

/** Total holdings of three users in a coin, in units. */
async function heldOf(asset: string): Promise<bigint> {
  const { rows } = await transfers.database.pool.query<{ sum: string | null }>(
    'SELECT sum(available + frozen + locked) AS sum FROM balances WHERE owner = ANY($1::bigint[]) AND asset = $2',
    [users, asset],
  );
  return BigInt(rows[0]?.sum ?? 0);
}

test('under concurrent movements sums stay zero and no balance goes below it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
      async (rounds) => {
        for (const user of users) await transfers.fund(user, 'USDT', '40');
        const before = (await heldOf('USDT')) + (await heldOf('ETH')) * 3000n;
        for (const round of rounds) {
          await Promise.all(round.map(run));
          expect(await sums()).toEqual({ below: 0, off: 0 });
        }
        // Prices are constant here, so converting back and forth gains nothing.
        expect((await heldOf('USDT')) + (await heldOf('ETH')) * 3000n).toBeLessThanOrEqual(before);
      },
    ),
    { numRuns: atDepth(30) },
  );
  expect((await checkLedger(transfers.database, true, transfers.now())).findings).toEqual([]);
  expect(await heldOf('USDT')).toBeGreaterThan(toUnits('1', 8));
}, 60_000);
