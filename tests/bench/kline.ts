import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { chromium } from 'playwright';
import type { PreviewServer } from 'vite';
import { build, preview } from 'vite';
import { chromiumArguments, findChromium } from '../../tools/chromium.ts';
import { fetchPackages } from '../../tools/fetched/fetch-packages.ts';
import type { Range, SubjectName } from './pages/kline-subjects.ts';
import { median } from '../../tools/statistics/quantiles.ts';
import { overRounds, type Row } from './row.ts';

const names: readonly SubjectName[] = ['dunlin', 'lightweight-charts', 'klinecharts'];
const peers = names.slice(1);
const throttle = 6;
const firstFrames = 7;
/** Ticks of one turn, and turns: 120 in all. */
const tickCount = 30;
const tickTurns = 4;
/** CSS pixels from candle to candle: the first view of a phone, and the narrowest all three can show. */
const ranges: readonly { readonly range: Range; readonly title: string; readonly names: readonly SubjectName[] }[] = [
  { range: 6, title: 'first view', names },
  { range: 1, title: '1 px per candle', names },
  // klinecharts cannot go below one pixel per candle.
  { range: 'all', title: 'all 10,000 in view', names: names.slice(0, 2) },
];
const firstFrameMost = 0.35;
const tickMost = 0.5;

/**
 * K-line of the app against lightweight-charts and klinecharts, in one page of one browser: 10,000 candles,
 * three averages, volume, 390 pixels wide at 3 device pixels (and once more at 2), CPU slowed 6 times. Subjects take turns, so
 * that a busy machine is unfair to nobody. Medians are compared, and means beside them, which also hold what a
 * chart puts off from most ticks to a few.
 */
export async function run(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kline-bench-'));
  const server = await servePages(folder);
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium found; name one with CHROMIUM');
  const browser = await chromium.launch({ executablePath, args: chromiumArguments() });
  try {
    const address = `${server.resolvedUrls?.local[0] ?? ''}kline.html`;
    const rows: Row[] = [];
    const sharp = await openPhone(browser, address, 3);
    for (const { range, title, names } of ranges) rows.push(...(await compare(sharp, range, title, names)));
    await sharp.close();
    // As many pixels for everybody: ours never draws more than two to a CSS pixel.
    const coarse = await openPhone(browser, address, 2);
    rows.push(...(await compare(coarse, 6, 'first view, 2 device pixels', names, 'reported')));
    return rows;
  } finally {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
}

export const name = 'kline';

async function servePages(folder: string): Promise<PreviewServer> {
  const root = path.join(import.meta.dirname, 'pages');
  const packages = fetchPackages('bench');
  const alias = Object.fromEntries(peers.map((name) => [name, path.join(packages, name)]));
  const options = { configFile: false, root, logLevel: 'error', resolve: { alias } } as const;
  await build({ ...options, build: { outDir: folder, rolldownOptions: { input: path.join(root, 'kline.html') } } });
  return preview({ ...options, build: { outDir: folder }, preview: { port: 0, host: '127.0.0.1' } });
}

async function openPhone(browser: Browser, address: string, deviceScaleFactor: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor });
  await page.goto(address);
  await page.waitForFunction(() => 'klineBench' in window);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  return page;
}

async function compare(
  page: Page,
  range: Range,
  title: string,
  names: readonly SubjectName[],
  aims: 'held' | 'reported' = 'held',
): Promise<Row[]> {
  const isHeld = aims === 'held' && range === 6;
  const first = new Map<SubjectName, number[]>(names.map((name) => [name, []]));
  // One round more than counted: the first fills the engine's caches for all of them.
  for (let round = 0; round <= firstFrames; round += 1) {
    for (const name of names) {
      const took = await page.evaluate(([name, range]) => window.klineBench.firstFrame(name, range), [
        name,
        range,
      ] as const);
      if (round > 0) first.get(name)?.push(took);
    }
  }
  const ticks = new Map<SubjectName, number[]>(names.map((name) => [name, []]));
  for (let turn = 0; turn < tickTurns; turn += 1) {
    for (const name of names) {
      const asked = [name, range, tickCount] as const;
      const took = await page.evaluate(([name, range, count]) => window.klineBench.ticks(name, range, count), asked);
      ticks.get(name)?.push(...took);
    }
  }
  return [
    ...rowsOf(`first frame, ${title}`, first, isHeld ? firstFrameMost : undefined),
    ...rowsOf(`tick, ${title}`, ticks, isHeld ? tickMost : undefined),
  ];
}

/** Median and mean of each subject, and ours against the faster peer. */
function rowsOf(what: string, measured: ReadonlyMap<SubjectName, readonly number[]>, most: number | undefined): Row[] {
  const rows = [...measured].flatMap(([name, values]): Row[] => [
    { what: `${what}: ${name}`, ...overRounds(values), unit: 'ms' },
    { what: `${what}: ${name}, mean`, value: mean(values), unit: 'ms' },
  ]);
  const against = `${what}: against the faster peer`;
  return [
    ...rows,
    { what: against, value: ratioOf(measured, median), unit: 'ratio', ...(most === undefined ? {} : { most }) },
    { what: `${against}, mean`, value: ratioOf(measured, mean), unit: 'ratio' },
  ];
}

function ratioOf(
  measured: ReadonlyMap<SubjectName, readonly number[]>,
  typical: (values: readonly number[]) => number,
): number {
  const fastest = Math.min(...peers.map((name) => typical(measured.get(name) ?? [Number.POSITIVE_INFINITY])));
  return typical(measured.get('dunlin') ?? []) / fastest;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
