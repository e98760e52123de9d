import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { digestsByName } from '../../sw/offline-files.ts';
import type { ShellFile } from '../../sw/build-digests.ts';
import { appDirectory } from '../../tools/app-sources.ts';
import { digestOfFile } from '../../tools/precache-list.ts';
import { offlineList, requireBuild } from './built-app.ts';

beforeAll(requireBuild);

/** What the built service worker fetches while it is installed. */
function shellFiles(): ShellFile[] {
  const worker = readFileSync(path.join(appDirectory, 'sw.js'), 'utf8');
  const [list = '[]'] = /\[\{"(?:digest|revision|url)":.*?\}\]/s.exec(worker) ?? [];
  return JSON.parse(list) as ShellFile[];
}

it('the service worker knows the digest of every file of the build, by its own reading of its lists', () => {
  const shell = shellFiles();
  const urls = shell.map(({ url }) => url);
  const digests = new Map(digestsByName(urls, offlineList()));
  for (const { url, digest } of shell) if (digest !== undefined) digests.set(url, digest);
  expect(urls.filter((url) => !digests.has(url))).toEqual([]);
  expect(digests.size).toBeGreaterThan(500);
  const wrong = [...digests].filter(([file, digest]) => !digestOfFile(file).startsWith(digest));
  expect(wrong).toEqual([]);
});
