import { execFile } from 'node:child_process';
import type { TestDatabase } from '../core/store/testing.ts';
import { saidTo } from './command.ts';
import { operatorConsole } from './console.ts';
import { bundledProgram } from '../../../tools/server-bundle/bundled-program.ts';

/** The result and output of a command. */
export interface ConsoleOutcome {
  readonly code: number;
  readonly said: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that point the console to the PostgreSQL of a test. */
export function settingsBeside({ application }: Pick<TestDatabase, 'application'>): Environment {
  const { user, password, host, port, database } = application as Record<string, string>;
  return { DATABASE_URL: `postgres://${user}:${encodeURIComponent(password ?? '')}@${host}:${port}/${database}` };
}

/**
 * One command from its arguments to its exit code in this process: all of the console but `main.ts`, which has a test
 * of its own. A process per command costs seconds on a busy machine, mostly for starting Node.
 */
export async function runConsole(environment: Environment, args: readonly string[]): Promise<ConsoleOutcome> {
  let said = '';
  const write = (text: string) => void (said += text);
  const code = await saidTo(write, () => operatorConsole(args, environment, write));
  return { code, said };
}

/** The same in a separate process, as started by an operator. */
export async function startConsole(environment: Environment, args: readonly string[]): Promise<ConsoleOutcome> {
  const program = await bundledProgram('src/server/operator/main.ts');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), said: stdout + stderr });
    });
  });
}

/** The console beside the exchange of a test. @param more settings */
export function consoleBeside(database: Pick<TestDatabase, 'application'>, more: Environment = {}) {
  const environment = { ...settingsBeside(database), ...more };
  return (...args: readonly string[]) => runConsole(environment, args);
}
