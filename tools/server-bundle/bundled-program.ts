import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readState, settledState, writeState } from './bundle-state.ts';
import { noteUser } from './bundle-users.ts';
import { bundleOf, bundlesFolder, nameOf, projectRoot } from './programs.ts';

/**
 * A program of the exchange as one bundle, which starts several times faster than its sources. It is made when there is
 * none of the sources as they are now.
 *
 * @param program its first file, from the root of the project, as in `src/server/main.ts`
 * @returns the file to start Node with
 * @throws Error when it could not be made, as where the bundler is not installed
 */
export async function bundledProgram(program: string): Promise<string> {
  const standing = standingProgram(program);
  if (standing !== null) return standing;
  await make(program);
  const made = standingProgram(program);
  if (made === null) throw new Error(`the bundle of ${program} changed while it was looked for`);
  return made;
}

/**
 * The same, or the source itself where no bundle can be made: it does the same, and starts later.
 *
 * @param say prints why a bundle could not be made
 */
export async function programToStart(program: string, say: (text: string) => void): Promise<string> {
  const standing = standingProgram(program);
  if (standing !== null) return standing;
  const source = path.join(projectRoot, program);
  // Not in an installation without tools: `buildApart` makes it there with the app.
  if (!existsSync(path.join(projectRoot, 'node_modules/rolldown'))) return source;
  try {
    return await bundledProgram(program);
  } catch (error) {
    say(`${error instanceof Error ? error.message : String(error)}\nIt runs from its sources.\n`);
    return source;
  }
}

/** The bundle's file of a program when it is of the sources as they are now; null otherwise. */
export function standingProgram(program: string, root = projectRoot): string | null {
  const { name } = bundleOf(program);
  const state = readState(root, name);
  const settled = state === null ? null : settledState(root, state);
  if (settled === null) return null;
  const folder = path.join(root, bundlesFolder, settled.folder);
  noteUser(folder);
  const file = path.join(folder, `${nameOf(program)}.mjs`);
  if (!existsSync(file)) return null;
  if (settled !== state) {
    try {
      writeState(root, name, settled);
    } catch {
      // The next start compares the contents again.
    }
  }
  return file;
}

async function make(program: string): Promise<void> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'make-bundle.ts'), program], {
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The bundle of ${program} could not be made:\n${said}`);
}
