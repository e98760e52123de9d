import { afterEach, beforeEach, expect, it } from 'vitest';
import { robotOwner } from '#server/core/ledger/account.ts';
import { contextFor } from '#server/http/testing.ts';
import { type Around, gridOf, noBounds, openRobotsBench, pair, type RobotsBench } from './testing.ts';
import { failingBefore, losingAnswer, losingCommit, losingRequest, onceAt } from './testing-faults.ts';

/** A robot whose steps are cut off: by writes that fail, by answers that get lost, by restarts in between. */

const owner = 200_000n;
const grid = gridOf('2300', '2700', 5);

let bench: RobotsBench;

beforeEach(async () => {
  bench = await openRobotsBench();
});
afterEach(() => bench.end());

/** Lets what failed be tried again. */
async function recover(): Promise<void> {
  for (let again = 0; again < 4; again += 1) await bench.pass(2_000);
}

/** What a life comes to, however it was disturbed. */
async function outcome(id: string) {
  const { rows } = await bench.database.pool.query<{ orders: string; bought: string; sold: string }>(
    `SELECT (SELECT count(*) FROM spot_orders WHERE owner = $1) AS orders,
            (SELECT coalesce(sum(amount), 0) FROM trades WHERE buyer = $1) AS bought,
            (SELECT coalesce(sum(amount), 0) FROM trades WHERE seller = $1) AS sold`,
    [robotOwner(BigInt(id))],
  );
  const { state, value, realized, fees, trades, pairs, serviceFee } = await bench.robot(owner, id);
  return { ...rows[0], state, value, realized, fees, trades, pairs, serviceFee };
}

/** A life of a robot, with a restart into what disturbs it at one place. */
async function live(disturbed: (() => Around) | null): Promise<Awaited<ReturnType<typeof outcome>>> {
  if (disturbed !== null) await bench.restart(disturbed());
  const { id } = await bench.create(owner, grid);
  await bench.work();
  await recover();
  await bench.expectSound();
  if (disturbed !== null) await bench.restart();
  await bench.work();
  if (disturbed !== null) await bench.restart(disturbed());
  await bench.move('2601');
  await bench.work();
  await recover();
  await bench.move('2499');
  await bench.work();
  await recover();
  await bench.expectSound();
  if (disturbed !== null) await bench.restart();
  await recover();
  if (disturbed !== null) await bench.restart(disturbed());
  await recover();
  await bench.redeem(owner, id, 'sell');
  await bench.work();
  await recover();
  await bench.expectSound();
  await bench.restart();
  await recover();
  const result = await outcome(id);
  await bench.expectSound();
  return result;
}

it('comes to the same whichever of its writes fails and whichever answer is lost, with a restart after each', async () => {
  const expected = await live(null);
  expect(expected).toMatchObject({ state: 'stopped', sold: expect.any(String) });
  expect(expected.pairs).toBeGreaterThan(0);
  const cuts: (() => Around)[] = [1, 2, 3, 5].flatMap((nth) => [
    () => ({ background: failingBefore(bench.database, onceAt(nth)) }),
    () => ({ background: losingCommit(bench.database, onceAt(nth)) }),
    () => ({ spot: losingAnswer(bench.spot, onceAt(nth)) }),
    () => ({ spot: losingRequest(bench.spot, onceAt(nth)) }),
  ]);
  for (const cut of cuts) {
    await bench.end();
    bench = await openRobotsBench();
    expect(await live(cut)).toEqual(expected);
  }
}, 240_000);

it('goes on after a start with what was not sent, and accounts for what was filled meanwhile', async () => {
  const { id } = await bench.create(owner, grid);
  // Its first step writes its orders, and the exchange stops before any is sent.
  await bench.restart({
    spot: {
      ...bench.spot,
      submit: () => {
        throw new Error('the exchange stops');
      },
    },
  });
  await bench.work();
  expect(bench.orders(id)).toEqual([]);
  await bench.restart();
  await recover();
  expect(bench.orders(id).length).toBeGreaterThan(2);
  // While no robot runs, a line is filled.
  await bench.opened.close?.();
  await bench.move('2601');
  await bench.expectSound();
  await bench.restart();
  await recover();
  expect((await bench.robot(owner, id)).pairs).toBeGreaterThan(0);
  await bench.expectSound();
});

it('has one effect and one answer for 64 equal calls', async () => {
  await bench.fund(owner, 'USDT', '20000');
  const input = { pair, name: 'One', amount: '10000', from: 'spot', parameters: grid, bounds: noBounds } as const;
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => bench.handlers['POST quant/create'](input, contextFor(owner, 'one-tap-of-many'))),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect((await bench.balance(owner, 'USDT')).available).toBe(1_000_000_000_000n);
  const { list } = await bench.handlers['GET quant/order/list']({ size: 10, show: 'active' }, contextFor(owner));
  expect(list).toHaveLength(1);
  await bench.work();
  const id = list[0]?.id ?? '';
  const ends = await Promise.all(
    Array.from({ length: 64 }, () =>
      bench.handlers['POST quant/redeem']({ id, coins: 'keep' }, contextFor(owner, 'another-tap-of-many')),
    ),
  );
  for (const answer of ends) expect(answer).toEqual(ends[0]);
  await bench.work();
  expect((await bench.robot(owner, id)).state).toBe('stopped');
  await bench.expectSound();
});
