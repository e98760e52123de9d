import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright';
import { readConfig } from '../src/server/config.ts';
import { startExchange } from '../src/server/exchange.ts';
import { createLogger } from '../src/server/log.ts';
import { appDirectory, standingBuild } from '../tools/app-sources.ts';
import { chromiumArguments, findChromium } from '../tools/chromium.ts';

/** A whole exchange that serves the built page, with data and a port of its own. */
export interface BuiltExchange {
  readonly address: string;
  /** The copy of the built page it serves: a test may change it. */
  readonly appFolder: string;
  readonly close: () => Promise<void>;
}

/** @throws when nothing was built */
export async function startBuiltExchange(): Promise<BuiltExchange> {
  if (standingBuild() === null) throw new Error('dist/app was not built: run npm run build');
  const folder = await mkdtemp(path.join(tmpdir(), 'dunlin-built-'));
  const appFolder = path.join(folder, 'app');
  await cp(appDirectory, appFolder, { recursive: true });
  const environment = { PORT: '0', DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'silent', CALLS_PER_MINUTE: '0' };
  const exchange = await startExchange({
    config: readConfig(environment),
    logger: createLogger('silent'),
    appDirectory: appFolder,
  });
  return {
    address: exchange.address,
    appFolder,
    async close() {
      await exchange.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A Chromium as all tests use it. */
export function openChromium(...more: readonly string[]): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: [...chromiumArguments(), ...more],
  });
}
