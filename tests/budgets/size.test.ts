import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#app/platform/language/areas.ts';
import { localeCodes } from '#protocol/core/locales.ts';
import { type OfflineExtent, wantedFiles } from '../../sw/offline-files.ts';
import {
  brotliBytes,
  entryFiles,
  filesBeside,
  offlineList,
  requireBuild,
  routeChunks,
  sumBytes,
  wordFile,
} from './built-app.ts';

/** What a phone may be made to load, in bytes as they travel (brotli). */

const kB = 1_024;
/** Everything the first route needs before the browser is idle. */
const initialScriptBytes = 130_000;
const initialStyleBytes = 15_000;
const firstWordsBytes = 10_000;
/** What one screen may add when it is opened; screens with a chart carry the chart. */
/** 0.5 kB are what is held of an account and what an order that is not paid costs, on the forms that money leaves by. */
const screenScriptBytes = 30.5 * kB;
/** 0.5 kB are the gaps of missing minutes. */
const chartScreenScriptBytes = 60.5 * kB;
const screenStyleBytes = 6 * kB;
const chartScreenStyleBytes = 8 * kB;
const areaWordsBytes = 8 * kB;
/** It names the files of the first screens, which would else be found one after the other. */
const pageBytes = 5 * kB;
const serviceWorkerBytes = 10 * kB;
/**
 * Fetched ahead in one language when the page is idle: where data is dear or nobody is signed in, and else. All of them is
 * every screen, 6.6 kB of each: 600 kB were for 91 screens, and there are 117 with earn products, loans, the team, small balances
 * and robots, whose details and back-test share a path. 12 kB are the accounts of banks: their rules in each country with the registry of
 * IBANs, names of banks, and the words for all of them. 4 kB are held value, what unpaid orders cost, and missing minutes. 1 kB
 * is the fingerprint of the records.
 */
const coreFilesBytes = 300 * kB;
const allFilesBytes = 789 * kB;
/** As `assetsMax` of sw/sw.ts. */
const cachedFilesMost = 850;
/** As `picturesMax` there: they have a cache of their own. */
const cachedPicturesMost = 300;

const chartScreens = new Set(['pages/market/kline', 'pages/trade/trade']);

beforeAll(requireBuild);

describe('the first load', () => {
  it('has scripts within their budget', () => {
    // Home is part of the entry.
    const bytes = sumBytes(entryFiles(), '.js');
    expect(bytes).toBeGreaterThan(50 * kB);
    expect(bytes).toBeLessThanOrEqual(initialScriptBytes);
  });

  it('has styles within their budget', () => {
    expect(sumBytes(entryFiles(), '.css')).toBeLessThanOrEqual(initialStyleBytes);
  });

  it('has a page that fits into the first packets', () => {
    expect(brotliBytes('index.html')).toBeLessThanOrEqual(pageBytes);
  });

  it.each(localeCodes)('has words within their budget in %s', (locale) => {
    const files = new Set((['shell', 'home'] as const).map((area) => wordFile(area, locale)));
    expect(files).not.toContain(null);
    let bytes = 0;
    for (const file of files) bytes += file === null ? 0 : brotliBytes(file);
    expect(bytes).toBeLessThanOrEqual(firstWordsBytes);
  });
});

describe('what comes later', () => {
  it('is within the budget of each screen', () => {
    const entry = entryFiles();
    const routes = routeChunks();
    expect(routes.length).toBeGreaterThan(2);
    const over = routes.flatMap(({ name, route }) => {
      const files = filesBeside(entry, name);
      const script = sumBytes(files, '.js');
      const style = sumBytes(files, '.css');
      const hasChart = chartScreens.has(route);
      const scriptMost = hasChart ? chartScreenScriptBytes : screenScriptBytes;
      const styleMost = hasChart ? chartScreenStyleBytes : screenStyleBytes;
      return script > scriptMost || style > styleMost ? [`${route}: ${script} of script, ${style} of style`] : [];
    });
    expect(over).toEqual([]);
  });

  it('has the catalogue of each area within its budget, in every language', () => {
    const over = areas.flatMap((area) =>
      localeCodes.flatMap((locale) => {
        const file = wordFile(area, locale);
        const bytes = file === null ? Number.POSITIVE_INFINITY : brotliBytes(file);
        return bytes > areaWordsBytes ? [`${area} ${locale}: ${bytes}`] : [];
      }),
    );
    expect(over).toEqual([]);
  });

  it('has a bounded set of files that the service worker fetches ahead', () => {
    const list = offlineList();
    for (const locale of localeCodes) {
      const bytes = (extent: OfflineExtent) =>
        wantedFiles(list, { extent, language: locale }).reduce((sum, file) => sum + brotliBytes(file), 0);
      expect(bytes('core')).toBeGreaterThan(50 * kB);
      expect(bytes('core')).toBeLessThanOrEqual(coreFilesBytes);
      expect(bytes('all')).toBeLessThanOrEqual(allFilesBytes);
    }
    // All of them in every language stay below what the service worker's cache may hold.
    const every = [...list.reading, ...list.core, ...list.rest, ...Object.values(list.words).flat()];
    const pictures = every.filter((file) => file.startsWith('coins/'));
    expect(every.length - pictures.length).toBeLessThanOrEqual(cachedFilesMost);
    expect(pictures.length).toBeLessThanOrEqual(cachedPicturesMost);
  });

  it('has a service worker within its budget', () => {
    expect(brotliBytes('sw.js')).toBeLessThanOrEqual(serviceWorkerBytes);
  });
});
