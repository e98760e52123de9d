import { AsyncLocalStorage } from 'node:async_hooks';
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/store/database.ts';
import type { StoreLimits } from '../core/store/store-limits.ts';

/** One command of the operator's console. */
export interface Command {
  readonly usage: string;
  readonly meaning: string;
  /** Limits of its connections; background limits by default. */
  readonly limits?: StoreLimits;
  /**
   * @param args the arguments after the command's name
   * @param config the settings of the console, which are those of the exchange beside it
   * @returns success, for the exit code
   * @throws UsageError for invalid arguments
   */
  run(database: Database, args: readonly string[], config: Config): Promise<boolean>;
}

/** Invalid arguments; the message says what is wrong. */
export class UsageError extends Error {}

const output = new AsyncLocalStorage<(text: string) => void>();

/** Runs work whose output goes to `write` instead of the terminal. */
export function saidTo<Result>(write: (text: string) => void, work: () => Result): Result {
  return output.run(write, work);
}

/** A command under its name of the version before: it warns and works as the new one. The next version removes it. */
export function formerCommand(name: string, now: string, run: Command['run']): Command {
  return {
    usage: name,
    meaning: `Renamed: use ${now}.`,
    async run(database, args, config) {
      say(`Warning: ${name} is now ${now}; the next version removes the old name.`);
      return run(database, args, config);
    },
  };
}

/** Writes to the operator. */
export function say(text: string): void {
  const write = output.getStore() ?? ((words: string) => process.stdout.write(words));
  write(`${text}\n`);
}
