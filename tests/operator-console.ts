import { execFile } from 'node:child_process';
import path from 'node:path';
import type { BuiltExchange } from './built-exchange.ts';

const program = path.join(import.meta.dirname, '../src/server/operator/main.ts');

/**
 * Runs a command of the operator's console beside a running exchange, as `npm run operator` does.
 *
 * @returns what it printed
 * @throws with everything it printed when it failed
 */
export function operatorCommand({ dataFolder }: BuiltExchange, ...command: readonly string[]): Promise<string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataFolder };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...command], { env }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command.join(' ')}: ${stdout}${stderr}`, { cause: error }));
    });
  });
}
