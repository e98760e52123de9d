import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../src/server/core/config/config.ts';
import { stopLeftPostgres } from '../src/server/core/store/open-store.ts';
import { buildId, standingBuild } from './app-sources.ts';
import { buildApart } from './production/build-apart.ts';
import { supervise } from './supervise.ts';

/**
 * `npm start`: builds the app when its sources differ from those of the existing build, then runs PostgreSQL,
 * the exchange and the app on one port until Ctrl-C, and starts them again when they crash.
 */
const root = path.join(import.meta.dirname, '..');

/** Paths of the configuration, such as DATA_DIR, are relative to the project, wherever it is started from. */
process.chdir(root);

const hasTools = existsSync(path.join(root, 'node_modules/vite'));

if (standingBuild() !== (await buildId()) && !build()) {
  process.stderr.write('The app could not be built; the reason stands above.\n');
  if (hasTools || standingBuild() === null) process.exit(1);
  process.stderr.write('The app of before is served.\n');
}

const serving = { script: path.join(import.meta.dirname, 'serve.ts'), env: process.env };
const { exitCode, gaveUp } = await supervise(serving, (text) => process.stderr.write(`${text}\n`));
// A server that was killed again and again leaves its PostgreSQL running for the next one, which does not come.
if (gaveUp) await stopLeftPostgres(readConfig(process.env));
process.exit(exitCode);

/** Builds the app, with the tools that are installed or else with tools that go again. */
function build(): boolean {
  if (hasTools) {
    process.stdout.write('Building the app: this takes some seconds, once per version.\n');
    return spawnSync(process.execPath, ['tools/app-build.ts'], { cwd: root, stdio: 'inherit' }).status === 0;
  }
  process.stdout.write('Building the app, with tools that are fetched for it: some minutes, once per version.\n');
  return buildApart(root);
}
