import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { countOfCheck, countOfReport, type Report } from './report.ts';
import { countOfBoth } from './stages.ts';

type Result = Report['testResults'][number]['assertionResults'][number];
const test = (fullName: string, status: string, group = 'group', failureMessages: string[] = []): Result => ({
  fullName,
  status,
  ancestorTitles: [group],
  failureMessages,
});

const report: Report = {
  numPassedTests: 2,
  numFailedTests: 1,
  testResults: [
    {
      name: path.resolve('tests/a.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [test('adds', 'passed'), test('divides', 'failed', 'group', ['by zero\n  at line 3'])],
    },
    {
      name: path.resolve('tests/b.test.ts'),
      status: 'passed',
      message: '',
      assertionResults: [
        test('waits', 'skipped'),
        test('runs', 'passed'),
        test('in Firefox', 'skipped', 'Firefox (needs firefox)'),
      ],
    },
    { name: path.resolve('tests/c.test.ts'), status: 'failed', message: 'no such module\nat 1', assertionResults: [] },
  ],
};

describe('what a report counts', () => {
  it('names failed tests, files that fail as a whole, and groups of which nothing ran', () => {
    expect(countOfReport(report, false)).toEqual({
      passed: 2,
      failed: 1,
      failures: ['tests/a.test.ts > divides: by zero', 'tests/c.test.ts: no such module'],
      files: [path.resolve('tests/a.test.ts'), path.resolve('tests/c.test.ts')],
      skipped: ['tests/b.test.ts > in Firefox'],
    });
  });

  it('counts a run that ended badly although no test failed', () => {
    const good = { numPassedTests: 3, numFailedTests: 0, testResults: [] };
    expect(countOfReport(good, true)).toMatchObject({ passed: 3, failed: 0 });
    expect(countOfReport(good, false)).toMatchObject({ passed: 3, failed: 1 });
  });
});

describe('what ran again', () => {
  const first = countOfReport(report, false);

  it('is unsteady where it passed then', () => {
    expect(countOfBoth(first, { ...countOfCheck(true), passed: 1 })).toMatchObject({
      count: { passed: 4, failed: 0, failures: [] },
      unsteady: first.failures,
    });
  });

  it('is a fault where it failed again', () => {
    const second = { ...countOfCheck(false), failures: ['tests/a.test.ts > divides: by zero'] };
    expect(countOfBoth(first, second)).toEqual({ count: { ...second, passed: 2 }, unsteady: [] });
  });
});
