import { type ConsoleOutcome, runConsole, startConsole } from '#server/operator/testing.ts';
import type { BuiltExchange } from './built-exchange.ts';

/**
 * Runs a command of the operator's console beside a running exchange.
 *
 * @returns what it printed
 * @throws with everything it printed when it failed
 */
export async function operatorCommand({ dataFolder }: BuiltExchange, ...command: readonly string[]): Promise<string> {
  return wellSaid(command, await runConsole({ DATA_DIR: dataFolder }, command));
}

/** The same in a process of its own, as `npm run operator` starts it. */
export async function operatorProcess({ dataFolder }: BuiltExchange, ...command: readonly string[]): Promise<string> {
  return wellSaid(command, await startConsole({ DATA_DIR: dataFolder }, command));
}

function wellSaid(command: readonly string[], { code, said }: ConsoleOutcome): string {
  if (code !== 0) throw new Error(`${command.join(' ')}: ${said}`);
  return said;
}
