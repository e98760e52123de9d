import { minuteMs } from '#protocol/core/durations.ts';
import type { Area } from '#server/core/areas/area.ts';
import { createRobotHandlers } from './calls.ts';
import type { RobotsDeps } from './deps.ts';
import { measureRecords } from './records.ts';
import { createPriceOf } from './robot-row.ts';
import { openRunner, type Runner } from './running/runner.ts';
import { createRobotTopics } from './topic.ts';
import { takeValues } from './values.ts';

/** How often robots that were called have their turns. */
const workEveryMs = 100;
const lookEveryMs = 1_000;
const valuesEveryMs = 5_000;
const recordsEveryMs = 10 * minuteMs;

/** Robots of a running exchange. */
export interface OpenedRobots extends Area<ReturnType<typeof createRobotHandlers>> {
  /** Its jobs, as tests run them. */
  readonly runner: Runner;
  /** Takes the values that are due. @returns how many robots were valued */
  readonly takeValues: () => Promise<number>;
  /** Measures what robots made. */
  readonly measure: () => Promise<void>;
}

/**
 * Opens robots: every one that has not ended has a turn, and goes on with what it holds. They run also while the calls are
 * switched off; an operator’s stop pauses them.
 */
export async function openRobots(deps: RobotsDeps): Promise<OpenedRobots> {
  const priceOf = createPriceOf(deps);
  const { topics, changed } = createRobotTopics();
  const runner = await openRunner(deps, changed);
  const take = () => takeValues(deps, priceOf);
  const measure = () => measureRecords(deps);
  return {
    runner,
    takeValues: take,
    measure,
    calls: createRobotHandlers(deps, priceOf, runner),
    topics,
    jobs: [
      { name: 'robots', everyMs: workEveryMs, run: () => runner.work() },
      { name: 'halted pairs of robots', everyMs: lookEveryMs, run: async () => runner.lookForHalts() },
      { name: 'values of robots', everyMs: valuesEveryMs, run: take },
      { name: 'records of robots', everyMs: recordsEveryMs, run: measure },
    ],
    close: () => runner.close(),
  };
}
