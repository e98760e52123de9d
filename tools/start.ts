import { fork, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildId, compressedBuild, standingBuild } from './app-sources.ts';
import { programToStart } from './server-bundle/bundled-program.ts';
import { supervise } from './supervise.ts';

/**
 * `npm start`: builds the app when its sources differ from those of the existing build, then runs PostgreSQL,
 * the exchange and the app on one port until Ctrl-C, and starts them again when they crash.
 */
const root = path.join(import.meta.dirname, '..');

/** Paths of the configuration, such as DATA_DIR, are relative to the project, wherever it is started from. */
process.chdir(root);

const hasTools = existsSync(path.join(root, 'node_modules/vite'));

if (standingBuild() !== (await buildId()) && !(await build())) {
  process.stderr.write('The app could not be built; the reason stands above.\n');
  if (hasTools || standingBuild() === null) process.exit(1);
  process.stderr.write('The app of before is served.\n');
}

// Compressing as small as it gets takes as long as building: it goes on beside the exchange, and ends with it.
if (compressedBuild() !== standingBuild()) fork(path.join(import.meta.dirname, 'production/compress-beside.ts'));

const script = await programToStart('tools/serve.ts', (text) => process.stderr.write(text));
const serving = { script, env: process.env };
const { exitCode, gaveUp } = await supervise(serving, (text) => process.stderr.write(`${text}\n`));
// A server that was killed again and again leaves its PostgreSQL running for the next one, which does not come.
if (gaveUp) await (await import('./production/stop-left-postgres.ts')).stopLeft();
process.exit(exitCode);

/** Builds the app, with the tools that are installed or else with tools that go again. */
async function build(): Promise<boolean> {
  if (hasTools) {
    process.stdout.write('Building the app: this takes some seconds, once per version.\n');
    return (
      spawnSync(process.execPath, ['tools/app-build.ts', '--uncompressed'], { cwd: root, stdio: 'inherit' }).status ===
      0
    );
  }
  process.stdout.write('Building the app, with tools that are fetched for it: some minutes, once per version.\n');
  const { buildApart } = await import('./production/build-apart.ts');
  return buildApart(root);
}
