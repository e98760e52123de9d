import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { plainText } from '../../protocol/text/plain-text.ts';
import { isTakenUp, operatorTextMax } from '../core/gate/operator-log.ts';
import type { Database } from '../core/store/database.ts';
import { say, UsageError } from './command.ts';

/** The exchange applies a log line within about a second; after this it is not running. */
const takenUpWithinMs = 4_000;
const pollEveryMs = 100;

/** An action, its operator and reason. */
export interface SignedArguments {
  readonly words: readonly string[];
  readonly by: string;
  readonly reason: string;
}

/**
 * Parses `WORDS --reason TEXT [--by NAME]`; the default name is that of the OS user.
 *
 * @throws UsageError without a reason, or for invalid arguments
 */
export function readSigned(args: readonly string[]): SignedArguments {
  const options = { reason: { type: 'string' }, by: { type: 'string' } } as const;
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
  return { words: read.positionals, by, reason };
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
