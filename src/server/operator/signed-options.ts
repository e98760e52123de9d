import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { plainText } from '../../protocol/text/plain-text.ts';
import { isTakenUp, operatorTextMax } from '../core/gate/operator-log.ts';
import type { Database } from '../core/store/database.ts';
import { say, UsageError } from './command.ts';

/** The exchange takes a line of the log up within about a second; past this it is not running. */
const takenUpWithinMs = 4_000;
const pollEveryMs = 100;

/** What is done, by whom and why. */
export interface SignedArguments {
  readonly words: readonly string[];
  readonly by: string;
  readonly reason: string;
}

/**
 * Reads `WORDS --reason TEXT [--by NAME]`; without a name it is that of the account at the machine.
 *
 * @throws UsageError without a reason, or when it cannot be understood
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

/** Waits until the running exchange has taken a line of the log up, and says so. */
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
