import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { plainText } from '#protocol/core/text/plain-text.ts';
import { isTakenUp, operatorTextMax } from '../core/gate/operator-log.ts';
import type { Database } from '../core/store/database.ts';
import { say, UsageError } from './command.ts';

/** The exchange applies a log line within about a second; after this it is not running. */
const takenUpWithinMs = 4_000;
const pollEveryMs = 100;

/** An action, its operator and reason, and the other options that were given. */
export interface SignedArguments<Name extends string = never> {
  readonly words: readonly string[];
  readonly by: string;
  readonly reason: string;
  readonly options: Readonly<Partial<Record<Name, string>>>;
}

/**
 * Parses `WORDS --reason TEXT [--by NAME]`; the default name is that of the OS user.
 *
 * @param more names of further options, each with a text
 * @throws UsageError without a reason, or for invalid arguments
 */
export function readSigned<const Name extends string = never>(
  args: readonly string[],
  more: readonly Name[] = [],
): SignedArguments<Name> {
  const text = { type: 'string' } as const;
  const options = { ...Object.fromEntries(more.map((name) => [name, text])), reason: text, by: text };
  let read;
  try {
    read = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const reason = plainText(read.values.reason ?? '', 'line').trim();
  const by = plainText(read.values.by ?? userInfo().username, 'line').trim();
  if (reason === '') throw new UsageError('It needs --reason: it stands in the log for good.');
  if (by === '' || Math.max(by.length, reason.length) > operatorTextMax) {
    throw new UsageError(`--by and --reason take up to ${operatorTextMax} characters.`);
  }
  const given = Object.entries(read.values).filter(([name]) => more.some((each) => each === name));
  return { words: read.positionals, by, reason, options: Object.fromEntries(given) as Partial<Record<Name, string>> };
}

/** Waits until the running exchange has applied a log line, and reports it. */
export async function sayTakenUp(database: Database, line: bigint): Promise<void> {
  const until = Date.now() + takenUpWithinMs;
  while (!(await isTakenUp(database, line))) {
    if (Date.now() > until) {
      say('No exchange has taken it up yet: it counts as soon as one runs.');
      return;
    }
    await sleep(pollEveryMs);
  }
  say('In effect.');
}
