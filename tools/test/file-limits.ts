import type { FileTimes } from './file-times.ts';

/** How long a file of tests may take where a piece of work takes its usual time (`piece-of-work.ts`). */
export const fileMostSeconds = 90;
/** So many of the slowest files are named at the end. */
const slowestNamed = 20;

/** A file that may take longer than the others. */
export interface LongFile {
  readonly mostSeconds: number;
  readonly reason: string;
}

/** Files that take longer, each with its reason. What is here should become faster, and leave. */
export const longFiles: Readonly<Record<string, LongFile>> = {
  'tests/e2e/offline-screens.test.ts': {
    mostSeconds: 480,
    reason: 'loads every screen from nothing without a network, which is what it asserts',
  },
  'tests/faults/leveraged-kill.test.ts': {
    mostSeconds: 240,
    reason: 'nine rounds of trading, a kill and a start, until every kind of end has been met',
  },
  'tests/faults/withdrawals-kill.test.ts': {
    mostSeconds: 180,
    reason: 'six rounds of withdrawals on two chains, a kill and a start',
  },
  'tests/faults/deposits-kill.test.ts': {
    mostSeconds: 180,
    reason: 'ten rounds of deposits on two chains, a kill and a start',
  },
  'tests/faults/simulation.test.ts': {
    mostSeconds: 240,
    reason: 'runs the whole exchange from nothing for each of its seeds',
  },
  'tests/e2e/screens.test.ts': { mostSeconds: 300, reason: 'opens every screen in seven languages' },
  'tests/e2e/options.test.ts': {
    mostSeconds: 240,
    reason: 'waits for the ends of rounds, which last as long as they say',
  },
  'tests/e2e/p2p-practice.test.ts': {
    mostSeconds: 300,
    reason: 'waits for practice merchants, who answer as slowly as they say',
  },
  'tests/e2e/layouts.test.ts': {
    mostSeconds: 360,
    reason: 'lays out every screen at two more sizes of text and of the screen',
  },
  'tests/e2e/security.test.ts': {
    mostSeconds: 180,
    reason: 'waits for the minute between two codes of one contact',
  },
  'tests/e2e/shell.test.ts': { mostSeconds: 180, reason: 'loads the app from nothing for each of its sixteen tests' },
  'tests/e2e/storage.test.ts': {
    mostSeconds: 180,
    reason: 'loads the app from nothing on a device of another kind for each test',
  },
  'tests/e2e/offline.test.ts': {
    mostSeconds: 180,
    reason: 'waits until the device has the whole app before each loss of the network',
  },
  'tests/faults/cluster/cluster.test.ts': {
    mostSeconds: 180,
    reason: 'starts eight processes, and waits for a standby to take over',
  },
  'tests/e2e/blocked-stream.test.ts': {
    mostSeconds: 180,
    reason: 'a stream counts as blocked only after a while, and is trusted again only after another',
  },
  'tests/e2e/captive-network.test.ts': {
    mostSeconds: 150,
    reason: 'waits until the device has the whole app before each captive network',
  },
  'tests/e2e/docs-page.test.ts': {
    mostSeconds: 150,
    reason: 'looks at the page of all calls in two sizes and both themes, with every accessibility rule',
  },
  'tests/e2e/kept-forms.test.ts': {
    mostSeconds: 150,
    reason: 'deploys a build for each form, and waits until the device has it',
  },
  'tests/e2e/real-name.test.ts': {
    mostSeconds: 150,
    reason: 'takes, shrinks and uploads large photos on a phone',
  },
  'tests/e2e/referrals.test.ts': {
    mostSeconds: 150,
    reason: 'waits for the minute in which rebates are credited in practice',
  },
  'tests/e2e/unknown-orders.test.ts': {
    mostSeconds: 180,
    reason: 'loses the answers of orders at several points of their way, and waits for the outcomes',
  },
  'tests/budgets/lighthouse.test.ts': {
    mostSeconds: 300,
    reason: 'three visits of each page by Lighthouse, of which medians are compared',
  },
  'tests/faults/store-faults.test.ts': {
    mostSeconds: 240,
    reason: 'twenty faults, some of which last for seconds until they are noticed',
  },
};

/**
 * How long a file may take.
 *
 * @param slowness how many times longer a piece of work took in this run than it usually does, 1 at least
 */
export function limitOf(file: string, slowness: number, long = longFiles): number {
  return (long[file]?.mostSeconds ?? fileMostSeconds) * slowness;
}

/** Files that took longer than they may, each as a line that says so. */
export function overLimit(times: FileTimes, slowness: number, long = longFiles): string[] {
  return slowestFirst(times)
    .filter(([file, seconds]) => seconds > limitOf(file, slowness, long))
    .map(
      ([file, seconds]) =>
        `${file} took ${seconds.toFixed(0)} s; ${limitOf(file, slowness, long).toFixed(0)} s are allowed (tools/test/file-limits.ts)`,
    );
}

/** The slowest files, the slowest first, each as a line. */
export function slowestLines(times: FileTimes, most = slowestNamed): string[] {
  return slowestFirst(times)
    .slice(0, most)
    .map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

function slowestFirst(times: FileTimes): [string, number][] {
  return Object.entries(times).toSorted(([, one], [, other]) => other - one);
}
