import { expect } from 'vitest';
import type { CallOutput } from '#protocol/calls.ts';
import { hourMs } from '#protocol/core/durations.ts';
import { handleDuePairs } from '#server/core/instrument-acts/due.ts';
import { endPair, movePair } from '#server/core/instrument-acts/list.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import { openInstruments } from '#server/core/instruments/open.ts';
import { isOnBoards } from '#server/core/instruments/rules.ts';
import { createLogger } from '#server/core/log/log.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { contextFor } from '#server/http/testing.ts';
import { endingPair, type RobotsBench } from './testing.ts';

/** The listing around robots, as operators change it and as a running exchange follows it. */
export async function openDelisting(bench: RobotsBench) {
  const { database, spot, held } = bench;
  const opened = await openInstruments(database);
  const signed = () => ({ by: 'ann', reason: 'a test', at: held.now });

  /** Books follow what is listed, as within a second. */
  async function refresh(): Promise<void> {
    await opened.refresh();
    await spot.follow(instruments.pairs.filter(({ state }) => isOnBoards(state)));
  }
  async function act(work: (tx: Transaction) => Promise<unknown>): Promise<void> {
    await database.transaction(work);
    await refresh();
  }

  return {
    /** Announces an end: in an hour orders are cancelled, in two the pair is gone. */
    announce: (pair = endingPair) =>
      act((tx) => endPair(tx, pair, { cancelsAt: held.now + hourMs, closesAt: held.now + 2 * hourMs }, signed())),
    move: (to: 'halted' | 'open', pair = endingPair) => act((tx) => movePair(tx, pair, { to }, signed())),
    /** An hour passes, and what is due of pairs is done. */
    async hour(): Promise<void> {
      held.now += hourMs;
      const cancelAll = (pair: string) => spot.cancelAll(pair);
      await handleDuePairs({ database, clock: () => held.now, logger: createLogger('silent'), cancelAll });
      await refresh();
    },
  };
}

/** Every call that reads robots answers, whatever became of their pairs. @returns what is listed of the owner */
export async function expectReadable(bench: RobotsBench, owner: bigint, id: string) {
  const { handlers } = bench;
  const as = contextFor(owner);
  const { list: active } = await handlers['GET quant/order/list']({ size: 50, show: 'active' }, as);
  const { list: ended } = await handlers['GET quant/order/list']({ size: 50, show: 'ended' }, as);
  const detail = await handlers['GET quant/order/detail']({ id }, as);
  const seen = [...active, ...ended].find((robot) => robot.id === id);
  expect(detail.robot).toEqual(seen);
  expect(detail.orders).toHaveLength(detail.robot.openOrders);
  const { list: trades } = await handlers['GET quant/order/trades']({ id, size: 50 }, as);
  expect(trades).toHaveLength(Math.min(50, detail.robot.trades));
  const balance = await handlers['GET quant/balance']({}, as);
  expect(balance.robots).toBe(active.length);
  await handlers['GET quant/income/list']({ size: 10 }, as);
  return { active, ended };
}

/** What can be chosen for a new robot. */
export async function offered(bench: RobotsBench): Promise<{
  readonly products: CallOutput<'GET quant/product/list'>['list'];
  readonly pairs: CallOutput<'GET quant/symbol/list'>['list'];
}> {
  await bench.opened.measure();
  const { list: products } = await bench.handlers['GET quant/product/list']({}, contextFor(1n));
  const { list: pairs } = await bench.handlers['GET quant/symbol/list']({}, contextFor(1n));
  return { products, pairs };
}
