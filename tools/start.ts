import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../src/server/core/config/config.ts';
import { stopLeftPostgres } from '../src/server/core/store/open-store.ts';
import { buildId, standingBuild } from './app-sources.ts';
import { supervise } from './supervise.ts';

/**
 * `npm start`: builds the app when its sources differ from those of the existing build, then runs PostgreSQL,
 * the exchange and the app on one port until Ctrl-C, and starts them again when they crash.
 */
const root = path.join(import.meta.dirname, '..');

/** Paths of the configuration, such as DATA_DIR, are relative to the project, wherever it is started from. */
process.chdir(root);

if (standingBuild() !== (await buildId())) {
  if (existsSync(path.join(root, 'node_modules/vite'))) {
    process.stdout.write('Building the app: this takes some seconds, once per version.\n');
    const { status } = spawnSync(process.execPath, ['tools/app-build.ts'], { cwd: root, stdio: 'inherit' });
    if (status !== 0) {
      process.stderr.write('The app could not be built; the reason stands above.\n');
      process.exit(status ?? 1);
    }
  } else if (standingBuild() === null) {
    process.stderr.write('The app is not built and the tools for it are not installed. Run npm ci, then npm start.\n');
    process.exit(1);
  }
}

const serving = { script: path.join(import.meta.dirname, 'serve.ts'), env: process.env };
const { exitCode, gaveUp } = await supervise(serving, (text) => process.stderr.write(`${text}\n`));
// A server that was killed again and again leaves its PostgreSQL running for the next one, which does not come.
if (gaveUp) await stopLeftPostgres(readConfig(process.env));
process.exit(exitCode);
