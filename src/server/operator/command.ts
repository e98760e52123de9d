import { AsyncLocalStorage } from 'node:async_hooks';
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/store/database.ts';

/** One command of the operator's console. */
export interface Command {
  readonly usage: string;
  readonly meaning: string;
  /**
   * @param args what stands behind the name of the command
   * @param config the settings of the console, which are those of the exchange beside it
   * @returns whether all is well: the exit code
   * @throws UsageError when they cannot be understood
   */
  run(database: Database, args: readonly string[], config: Config): Promise<boolean>;
}

/** The command was given in a way that nobody understands; the message says what is wrong. */
export class UsageError extends Error {}

const output = new AsyncLocalStorage<(text: string) => void>();

/** Runs work whose words go to `write` instead of the terminal. */
export function saidTo<Result>(write: (text: string) => void, work: () => Result): Result {
  return output.run(write, work);
}

/** Writes to the operator. */
export function say(text: string): void {
  const write = output.getStore() ?? ((words: string) => process.stdout.write(words));
  write(`${text}\n`);
}
