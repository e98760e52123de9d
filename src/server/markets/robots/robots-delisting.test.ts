import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { codes } from '#protocol/core/codes.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { noStops } from '#server/core/gate/stops.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import { shippedInstruments } from '#server/core/instruments/shipped.ts';
import { endingPair, gridOf, openRobotsBench, type RobotsBench } from './testing.ts';
import { expectReadable, openDelisting } from './testing-delisting.ts';

/**
 * Robots on a pair that is delisted, in every state they can be in: what they hold is back with their owners once the pair’s orders
 * are cancelled, whatever the exchange did meanwhile, and whoever asks has an answer.
 */

let bench: RobotsBench;
let delisting: Awaited<ReturnType<typeof openDelisting>>;
const owner = 200_000n;
const units = (amount: string) => toUnits(amount, 8);

beforeEach(async () => {
  bench = await openRobotsBench();
  delisting = await openDelisting(bench);
});
afterEach(async () => {
  instruments.replace(shippedInstruments);
  await bench.end();
});

const refused = (name: keyof typeof codes) => expect.objectContaining({ codeName: name });

/** A grid that holds some of its coin and has orders on both sides. */
const grid = gridOf('18', '22', 9);

async function running(): Promise<string> {
  const { id } = await bench.create(owner, grid, { pair: endingPair });
  await bench.work();
  expect(Number((await bench.robot(owner, id)).baseHeld)).toBeGreaterThan(0);
  return id;
}

interface State {
  readonly state: string;
  readonly prepare: () => Promise<string>;
  /** What the owner is notified of, in order. */
  readonly notices: readonly string[];
  readonly cause?: 'user';
}

const announced = ['notice/robot-delisting', 'notice/robot-delisted'];

const states: readonly State[] = [
  { state: 'running', prepare: running, notices: announced },
  {
    state: 'paused by its owner',
    async prepare() {
      const id = await running();
      await bench.act(owner, id, 'pause');
      await bench.work();
      return id;
    },
    notices: announced,
  },
  {
    state: 'paused by a halt',
    async prepare() {
      const id = await running();
      await delisting.move('halted');
      await bench.pass(1_000);
      expect(await bench.robot(owner, id)).toMatchObject({ state: 'paused', cause: 'halt' });
      return id;
    },
    notices: ['notice/robot-paused', ...announced],
  },
  {
    state: 'sold to nobody',
    async prepare() {
      const id = await running();
      await bench.leave(endingPair);
      await bench.redeem(owner, id, 'sell');
      await bench.work();
      expect((await bench.robot(owner, id)).state).toBe('stopping');
      return id;
    },
    notices: announced,
  },
  {
    state: 'returned while robots are stopped',
    async prepare() {
      const id = await running();
      bench.gate.stops = { ...noStops, areas: new Set(['robots']) };
      await bench.database.pool.query("UPDATE robots SET state = 'stopping', cause = 'user', keep = true");
      await bench.work();
      expect((await bench.robot(owner, id)).state).toBe('stopping');
      return id;
    },
    notices: ['notice/robot-returned'],
    cause: 'user',
  },
];

/** What happens between the announcement and the end of a pair. */
const meanwhiles = [
  { meanwhile: 'while the exchange runs', restartsAt: [] },
  { meanwhile: 'with restarts in between', restartsAt: ['announced', 'cancelled', 'gone'] },
  { meanwhile: 'while it was down until the pair was gone', restartsAt: ['gone'] },
] as const;

describe.each(meanwhiles)('$meanwhile', ({ meanwhile, restartsAt }) => {
  const isDown = meanwhile.startsWith('while it was down');

  async function at(moment: 'announced' | 'cancelled' | 'gone'): Promise<void> {
    if (restartsAt.some((one) => one === moment)) await bench.restart();
    if (!isDown || moment === 'gone') await bench.pass(3_000, 2);
  }

  it.each(states)('a robot that is $state returns what it holds', async ({ prepare, notices, cause = 'delisted' }) => {
    const id = await prepare();
    const { baseHeld, quoteHeld } = await bench.robot(owner, id);
    if (isDown) await bench.opened.close?.();
    await delisting.announce();
    await at('announced');
    expect((await expectReadable(bench, owner, id)).active).toHaveLength(1);
    expect(await bench.balance(owner, 'LINK')).toEqual({ available: 0n, frozen: 0n });
    bench.gate.stops = noStops;

    await delisting.hour();
    await at('cancelled');
    expect((await expectReadable(bench, owner, id)).active).toHaveLength(isDown ? 1 : 0);

    await delisting.hour();
    await expectReadable(bench, owner, id);
    await at('gone');
    expect(instruments.pair(endingPair)?.state).toBe('closed');
    const { ended } = await expectReadable(bench, owner, id);
    expect(ended).toEqual([expect.objectContaining({ state: 'stopped', cause, baseHeld: '0', quoteHeld: '0' })]);
    const fee = ended[0]?.serviceFee ?? '';
    expect((await bench.balance(owner, 'LINK')).available).toBe(units(baseHeld));
    expect((await bench.balance(owner, 'USDT')).available).toBe(units(quoteHeld) - units(fee));
    expect(bench.held.notices).toEqual(isDown ? notices.filter((one) => !one.endsWith('delisting')) : notices);
    await expect(bench.act(owner, id, 'start')).rejects.toEqual(refused('orderFinished'));
    await bench.expectSound();
  });
});
