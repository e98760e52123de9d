import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readTimes } from '../tools/test/file-times.ts';
import { shortName } from '../tools/test/report.ts';

/** What files took in the last `npm test` of this folder; nothing in a fresh clone. */
const times = readTimes();
/** Files that take longest, longest first, as long as nothing was measured here. */
const long = [
  'e2e/offline-screens',
  'faults/leveraged-kill',
  'faults/withdrawals-kill',
  'e2e/screens',
  'faults/deposits-kill',
  'cluster/cluster',
  'e2e/options',
  'e2e/first-minute',
  'e2e/layouts',
  'e2e/fiat-practice',
  'faults/kill-nine',
  'e2e/loans',
  'e2e/security',
  'faults/store-faults',
  'e2e/unknown-orders',
  'e2e/storage',
  'e2e/shell',
  'e2e/offline',
  'e2e/reading',
  'e2e/real-name',
  'e2e/team',
  'e2e/pages',
  'e2e/fiat-orders',
  'e2e/liquidation',
  'e2e/hub',
  'e2e/payments',
  'e2e/cashier',
  'fiat/fiat-kill',
  'archives/archive-kill',
  'calls/races',
  'loans/loans-model',
  'fixed/fixed-model',
  'sign-in/sign-in-model',
  'calls/fiat-races',
  'team/team-model',
  'calls/earn-races',
];

function placeOf({ moduleId }: TestSpecification): number {
  const name = moduleId.replaceAll(path.sep, '/').replace(/\.test\.tsx?$/, '');
  const place = long.findIndex((each) => name.endsWith(`/${each}`));
  return place === -1 ? long.length : place;
}

function secondsOf({ moduleId }: TestSpecification): number {
  return times[shortName(moduleId)] ?? 0;
}

/** Starts the longest test files first, so that no worker is left with one of them at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (one, other) =>
        secondsOf(other) - secondsOf(one) || placeOf(one) - placeOf(other) || (one.moduleId < other.moduleId ? -1 : 1),
    );
  }
}
