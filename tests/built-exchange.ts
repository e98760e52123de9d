import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright';
import { readConfig } from '#server/core/config/config.ts';
import type { Exchange } from '#server/main/exchange.ts';
import type { OpenPrices } from '#server/main/open-prices.ts';
import { appDirectory, standingBuild } from '../tools/app-sources.ts';
import { chromiumArguments, findChromium } from '../tools/chromium.ts';
import { bundledExchange } from './bundled-exchange.ts';
import { isClusterWanted, startBuiltCluster } from './built-cluster.ts';
import { copyPreparedStore } from './prepared-store.ts';

/** A whole exchange that serves the built page, with data and a port of its own. */
export interface BuiltExchange {
  readonly address: string;
  /** Of each process that has sockets of the stream: each tells of its own at `/metrics`. */
  readonly edges: readonly string[];
  /** Where it keeps its data: what runs beside it finds the exchange there. */
  readonly dataFolder: string;
  /** Ends the server: nothing listens any more. */
  readonly stop: () => Promise<void>;
  /** Starts it again after `stop`, at the same address with the same data. */
  readonly startAgain: () => Promise<void>;
  /** Ends the server and removes its data. */
  readonly close: () => Promise<void>;
}

/**
 * Starts an exchange in this process; with `CLUSTER=1` a cluster of processes, where the test allows it.
 *
 * @param settings beside those of every test, such as a chain to follow
 * @param openPrices where prices come from when the test steers them, as by `steeredPrices`
 * @param page the built page, when it is not the app
 * @throws when nothing was built
 */
export async function startBuiltExchange(
  settings: Readonly<Record<string, string>> = {},
  openPrices?: OpenPrices,
  page: string = appDirectory,
): Promise<BuiltExchange> {
  if (standingBuild() === null) throw new Error('dist/app was not built: run npm run build');
  const common = { LOG_LEVEL: 'silent', CALLS_PER_MINUTE: '0' };
  // Prices that a test holds in its hand, and pages that it changes, are in one process with it.
  if (isClusterWanted && openPrices === undefined && page === appDirectory)
    return startBuiltCluster({ ...common, ...settings });
  const folder = await mkdtemp(path.join(tmpdir(), 'dunlin-built-'));
  const own = { DATA_DIR: path.join(folder, 'data'), ...common };
  const environment = { ...own, ...settings };
  copyPreparedStore(environment.DATA_DIR);
  const { startExchange, createLogger } = await bundledExchange();
  const start = (port: string) =>
    startExchange({
      config: readConfig({ ...environment, PORT: port }),
      logger: createLogger('silent'),
      appDirectory: path.resolve(page),
      ...(openPrices === undefined ? {} : { openPrices }),
    });
  const { address, ...first } = await start('0');
  let running: Pick<Exchange, 'close'> | null = first;
  const stop = async () => {
    await running?.close();
    running = null;
  };
  return {
    address,
    edges: [address],
    dataFolder: environment.DATA_DIR,
    stop,
    async startAgain() {
      running = await start(new URL(address).port);
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An exchange that serves a copy of the built page, which a test may change. */
export interface DeployedExchange extends BuiltExchange {
  readonly appFolder: string;
}

/** Starts an exchange for tests that put other builds in the place of the first one. */
export async function startDeployedExchange(): Promise<DeployedExchange> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dunlin-deployed-'));
  const appFolder = path.join(folder, 'app');
  await cp(appDirectory, appFolder, { recursive: true });
  const exchange = await startBuiltExchange({}, undefined, appFolder);
  return {
    ...exchange,
    appFolder,
    async close() {
      await exchange.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The browsers of this test file that are open. */
export const openBrowsers = new Set<Browser>();

/** A Chromium as all tests use it that stay within the page. */
export async function openChromium(...more: readonly string[]): Promise<Browser> {
  return openBrowser(findChromium(), more);
}

/** A Chromium with its windows, for tests of notifications and of the full screen. */
export async function openWholeChromium(): Promise<Browser> {
  return openBrowser(findChromium('windows'), []);
}

/**
 * A page stays in the process that it began in, and drawing has none of its own: a load takes 1.8 s of processor time
 * instead of 2.2 (medians of three rounds of eight loads). Contexts never share a process.
 */
const fewProcesses = ['--renderer-process-limit=1', '--in-process-gpu'];

async function openBrowser(executablePath: string | null, more: readonly string[]): Promise<Browser> {
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: [...chromiumArguments(), ...fewProcesses, ...more],
  });
  openBrowsers.add(browser);
  browser.on('disconnected', () => openBrowsers.delete(browser));
  return browser;
}
