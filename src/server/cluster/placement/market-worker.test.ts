import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#server/core/store/database.ts';
import { MarketWorker } from './market-worker.ts';
import type { WorkerChange, WorkerSpec } from './worker-writer.ts';
import type { MarketChange, MarketState } from './messages.ts';

/** What a worker says of its markets, with a writer that does whatever the test says. */

interface Shown {
  readonly price: number;
}

interface TestFamily {
  readonly listed: { readonly id: string };
  readonly request: string;
  readonly answer: string;
  readonly snapshot: MarketState & Shown;
  readonly change: MarketChange & Shown;
}

const assignment = { writer: 'test-1', nth: 1, holder: 'a-holder', pauses: 0 };
const assigned = [
  { listed: { id: 'A' }, epoch: 3 },
  { listed: { id: 'B' }, epoch: 5 },
];
const balance = { owner: 100_001n, wallet: 'spot', asset: 'USDT', available: 1n, frozen: 0n, locked: 0n } as const;

const asking = { market: 'A', epoch: 3, isHeld: false, pauses: 0 };

const change = (market: string, price: number): WorkerChange<TestFamily> => ({ market, halted: null, at: 1, price });

/** A worker that was assigned two markets, what its writer is made of, and what it published. */
async function running() {
  const published: TestFamily['change'][] = [];
  const specs: WorkerSpec<TestFamily>[] = [];
  const waits: (() => void)[] = [];
  const worker = new MarketWorker<TestFamily>({
    family: 'test',
    connect: () => ({ close: () => Promise.resolve() }) as Database,
    learn: () => Promise.resolve(),
    tracer: null,
    failed: () => undefined,
    publish: (one) => published.push(one),
    openWriter(spec) {
      specs.push(spec);
      return {
        open: () => Promise.resolve(),
        async submit(market, request) {
          if (request === 'wait') await new Promise<void>((resolve) => void waits.push(resolve));
          return `${market} ${request}`;
        },
        snapshot: (market) => ({ market, halted: null, price: 7 }),
        close: () => Promise.resolve(),
      };
    },
  });
  const loaded = await worker.assign(assignment, assigned);
  const [spec] = specs;
  if (spec === undefined) throw new Error('no writer was opened');
  /** Asks for something that waits until the end that is returned. */
  const wait = () => {
    const asked = worker.run({ ...asking, commands: [{ request: 'wait', key: null }] });
    return async () => {
      for (const end of waits.splice(0)) end();
      await asked;
    };
  };
  return { worker, spec, loaded, published, wait };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('numbers what it publishes, for each market and under its epoch', async () => {
  const { worker, spec, loaded, published } = await running();
  expect(spec).toMatchObject({ name: { writer: 'test-1', holder: 'a-holder' }, listed: [{ id: 'A' }, { id: 'B' }] });
  expect(loaded).toEqual([
    { market: 'A', halted: null, price: 7, epoch: 3, seq: 0 },
    { market: 'B', halted: null, price: 7, epoch: 5, seq: 0 },
  ]);
  spec.committed([change('A', 1), change('unknown', 1), change('B', 2)], [balance]);
  spec.stepped([change('A', 3)]);
  expect(published).toEqual([
    { ...change('A', 1), epoch: 3, seq: 1, balances: [balance] },
    { ...change('B', 2), epoch: 5, seq: 1, balances: [] },
    { ...change('A', 3), epoch: 3, seq: 2, balances: [] },
  ]);
  expect(worker.running()).toEqual([
    { market: 'A', epoch: 3, seq: 2 },
    { market: 'B', epoch: 5, seq: 1 },
  ]);
  expect(worker.snapshot('A', 3)).toMatchObject({ seq: 2 });
  expect(worker.snapshot('A', 2)).toBeNull();
});

test('runs a command for its market, which is held as the commands say', async () => {
  const { worker, spec } = await running();
  expect(spec.isHeld('A')).toBe(false);
  const commands = { market: 'A', epoch: 3, isHeld: true, pauses: 2, commands: [{ request: 'do', key: null }] };
  expect(await worker.run(commands)).toEqual({ seq: 0, outcomes: [{ ok: true, answer: 'A do' }] });
  expect([spec.isHeld('A'), spec.isHeld('B'), spec.isHeld('unknown')]).toEqual([true, false, true]);
  await expect(worker.run({ ...commands, epoch: 2 })).rejects.toThrow('not run here');
});

test('fails until a batch is written: what changes without a commit says nothing about the store', async () => {
  const { worker, spec, published, wait } = await running();
  wait();
  spec.failed(new Error('away'), 'a batch');
  vi.advanceTimersByTime(2_000);
  expect(worker.isFailing).toBe(true);
  spec.stepped([change('A', 1)]);
  expect(worker.isFailing).toBe(true);
  // The failure may have hidden a change, which shows as a gap.
  expect(published).toMatchObject([{ market: 'A', seq: 2 }]);
  spec.committed([change('A', 2)], []);
  expect(worker.isFailing).toBe(false);
});

test('fails no longer than something waits: given nothing, it would never find out that it can write again', async () => {
  const { worker, spec, wait } = await running();
  const end = wait();
  spec.failed(new Error('away'), 'a batch');
  vi.advanceTimersByTime(2_000);
  expect(worker.isFailing).toBe(true);
  await end();
  expect(worker.isFailing).toBe(false);
  // The writer may try once more what nobody waits for any more.
  spec.failed(new Error('away'), 'a batch');
  vi.advanceTimersByTime(2_000);
  expect(worker.isFailing).toBe(false);
});
