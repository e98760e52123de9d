import type { Database } from '../store/database.ts';

/** One command of the operator's console. */
export interface Command {
  readonly usage: string;
  readonly meaning: string;
  /**
   * @param args what stands behind the name of the command
   * @returns whether all is well: the exit code
   * @throws UsageError when they cannot be understood
   */
  run(database: Database, args: readonly string[]): Promise<boolean>;
}

/** The command was given in a way that nobody understands; the message says what is wrong. */
export class UsageError extends Error {}

/** Writes to the operator. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
