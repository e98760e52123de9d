import path from 'node:path';

/** What of vitest's report is read here. */
export interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly ancestorTitles: readonly string[];
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

/** What a stage counted. */
export interface StageCount {
  readonly passed: number;
  readonly failed: number;
  /** Names of the failed tests, each with the first line of what it said. */
  readonly failures: readonly string[];
  /** Files that hold them. */
  readonly files: readonly string[];
  /** Names of skipped tests of groups none of whose tests ran, as for a browser that is not installed: they say why. */
  readonly skipped: readonly string[];
}

/** Of a stage that is one check. */
export function countOfCheck(ok: boolean): StageCount {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, failures: [], files: [], skipped: [] };
}

/**
 * What a report counted; of a run that ended badly without a failed test, as by an error between tests, one counts as failed.
 *
 * @param ok whether the run ended well
 */
export function countOfReport(report: Report, ok: boolean): StageCount {
  const { numPassedTests, numFailedTests } = report;
  return {
    passed: numPassedTests,
    failed: ok ? numFailedTests : Math.max(1, numFailedTests),
    failures: failuresOf(report),
    files: report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name),
    skipped: skippedGroupsOf(report),
  };
}

/** A file as the project names it, with slashes on every system. */
export function shortName(file: string): string {
  return path.relative(process.cwd(), file).replaceAll(path.sep, '/');
}

function failuresOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = shortName(name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
    return failed.map(
      ({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages?.[0] ?? '')}`,
    );
  });
}

function skippedGroupsOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, assertionResults }) => {
    const ran = new Set(
      assertionResults.filter(({ status }) => status !== 'skipped').map(({ ancestorTitles }) => ancestorTitles[0]),
    );
    return assertionResults
      .filter(({ ancestorTitles }) => !ran.has(ancestorTitles[0]))
      .map(({ fullName }) => `${shortName(name)} > ${fullName}`);
  });
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
