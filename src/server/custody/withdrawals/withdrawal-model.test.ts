import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { atDepth, seed } from '../../../../tests/depth.ts';
import type { WithdrawalState } from '#protocol/withdrawals/entities.ts';
import type { SignedTransfer, WatchedChain } from '../chains/chain.ts';
import type { Database } from '#server/core/store/database.ts';
import { testDatabase } from '#server/core/store/testing.ts';
import { withdrawalBench } from './testing.ts';

const database = await testDatabase();
afterAll(() => database.close());
const bench = await withdrawalBench(database);

const runs = atDepth(24);
const neededConfirmations = 2;

/** Where a payout turn crashes: at a chain call, or at the nth store transaction. */
const deaths = ['sign', 'send', 'after-send', 'keep', 'after-keep', 'write', 'after-write'] as const;
const action = fc.oneof(
  { weight: 2, arbitrary: fc.constant('approve' as const) },
  { weight: 1, arbitrary: fc.constant('refuse' as const) },
  { weight: 6, arbitrary: fc.constant('turn' as const) },
  { weight: 4, arbitrary: fc.constant('mine' as const) },
  { weight: 1, arbitrary: fc.constant('reorganise' as const) },
  { weight: 4, arbitrary: fc.constantFrom(...deaths) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** A withdrawal in the model: its state, and its payment's confirmations (null: unknown to the chain). */
interface Model {
  state: WithdrawalState;
  blocks: number | null;
}

/** The effect of one undisturbed turn. */
function afterTurn({ state, blocks }: Model): Model {
  if (state !== 'approved' && state !== 'sent') return { state, blocks };
  if (blocks === null) return { state: 'sent', blocks: 0 };
  return { state: blocks >= neededConfirmations ? 'confirmed' : 'sent', blocks };
}

/** The order of states: a crashed turn may have come as far as an undisturbed one, and never goes back. */
const order: readonly WithdrawalState[] = ['under-review', 'approved', 'sent', 'confirmed'];

async function step(one: Action, id: string, model: Model): Promise<Model> {
  switch (one) {
    case 'approve':
    case 'refuse': {
      if (model.state !== 'under-review') return model;
      await bench.decide(one === 'approve');
      return { ...model, state: one === 'approve' ? 'approved' : 'refused' };
    }
    case 'turn':
      await bench.payouts().turn();
      return afterTurn(model);
    case 'mine':
      await bench.chain.mine();
      return { ...model, blocks: model.blocks === null ? null : model.blocks + 1 };
    case 'reorganise': {
      await bench.chain.mine();
      await bench.chain.reorganise(1, 'again');
      return { ...model, blocks: model.blocks === null ? null : model.blocks + 2 };
    }
    default: {
      const undisturbed = afterTurn(model);
      await dyingTurn(one);
      const state = await bench.state(id);
      if (model.state === 'refused') expect(state).toBe('refused');
      else {
        expect(order.indexOf(state)).toBeGreaterThanOrEqual(order.indexOf(model.state));
        expect(order.indexOf(state)).toBeLessThanOrEqual(order.indexOf(undisturbed.state));
      }
      return { state, blocks: model.blocks };
    }
  }
}

async function dyingTurn(death: (typeof deaths)[number]): Promise<void> {
  const crash = new Error('died');
  const chain: WatchedChain = {
    ...bench.chain,
    ...(death === 'sign' ? { sign: () => Promise.reject(crash) } : {}),
    ...(death === 'send' ? { send: () => Promise.reject(crash) } : {}),
    ...(death === 'after-send'
      ? { send: (transfer: SignedTransfer) => bench.chain.send(transfer).then(() => Promise.reject(crash)) }
      : {}),
  };
  const nth = death.endsWith('keep') ? 0 : death.endsWith('write') ? 1 : Infinity;
  let begun = 0;
  const store: Database = {
    ...database,
    async transaction(work, isolation) {
      const dies = (begun += 1) === nth + 1;
      const result = await database.transaction(async (tx) => {
        const written = await work(tx);
        if (dies && !death.startsWith('after')) throw crash;
        return written;
      }, isolation);
      if (dies) throw crash;
      return result;
    },
  };
  await bench
    .payouts(chain, store)
    .turn()
    .catch((error: unknown) => expect(error).toBe(crash));
}

test(`one withdrawal under random failures, seed ${seed}`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 14 }), async (actions) => {
      const owner = await bench.user({ USDT: '100' });
      const address = bench.strangersAddress();
      const { id } = await bench.ask(owner, { address });
      let model: Model = { state: 'under-review', blocks: null };
      for (const one of actions) {
        model = await step(one, id, model);
        const payments = await bench.payments(address);
        // It reached the chain in a crashed turn: from now on it gets confirmations.
        if (model.blocks === null && payments.length > 0) model = { ...model, blocks: 0 };
        expect(await bench.state(id), `after ${one} of ${actions.join(', ')}`).toBe(model.state);
        expect(payments.length).toBe(model.blocks === null ? 0 : 1);
      }
      if (model.state === 'under-review') await bench.decide(true);
      for (let turn = 0; turn < 2 + neededConfirmations; turn += 1) {
        await bench.payouts().turn();
        await bench.chain.mine();
      }
      const isRefused = model.state === 'refused';
      expect(await bench.state(id)).toBe(isRefused ? 'refused' : 'confirmed');
      expect(await bench.payments(address)).toEqual(isRefused ? [] : [9_900_000_000n]);
      expect(await bench.balance(owner)).toEqual({ available: isRefused ? 10_000_000_000n : 0n, frozen: 0n });
      expect(await bench.faults()).toEqual([]);
    }),
    { seed, numRuns: runs },
  );
}, 120_000);
