import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** A program and its arguments; a script of the packages is named by its file below `node_modules`. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** How a command ended. */
export interface Outcome {
  readonly ok: boolean;
  /** What it wrote, both streams together in the order they came. */
  readonly output: string;
}

/** A script run by this Node, which on Linux and Windows is the one of the packages. */
export function nodeScript(file: string, ...args: readonly string[]): Command {
  return { program: process.execPath, args: [path.join(root, file), ...args] };
}

/**
 * Runs a command in the project and resolves when it ended, whatever its outcome.
 *
 * @param shown also writes the output on as it comes
 */
export function runCommand({ program, args, environment }: Command, shown: boolean): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const take = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
      output += chunk.toString();
      if (shown) stream.write(chunk);
    };
    child.stdout.on('data', take(process.stdout));
    child.stderr.on('data', take(process.stderr));
    child.on('error', (error) => resolve({ ok: false, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
