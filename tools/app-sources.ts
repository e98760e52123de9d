import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { productVersion } from '#protocol/core/limits.ts';
import { sourcesKey } from './sources-key.ts';

/** Where the built page is written. */
export const appDirectory = 'dist/app';

/** Names the build there: `{ build }`. The exchange reports it to pages that ask for a newer one. */
export const buildFile = `${appDirectory}/build.json`;

/** Names the build all of whose files are compressed. It is beside the page: it is nothing to serve. */
export const compressedFile = 'dist/compressed.json';

/** Everything the built page is made of. */
const sources = [
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'lingui.config.ts',
  'public/**/*',
  'src/app/**/*',
  'src/protocol/**/*',
  'src/hub/**/*',
  'sw/**/*',
  'tools/chunks/*.ts',
  'tools/styles/*.ts',
  'tools/checked-words.ts',
  'tools/first-load.ts',
  'tools/language-table.ts',
  'tools/offline-list.ts',
  'tools/precache-list.ts',
  'tools/words.ts',
];

/** Settings that are built into the page. */
const settings = ['API_BASE', 'STREAM_BASE', 'FILE_BASE', 'WORDS'] as const;

/** Names a build by what it is made of: the same sources and settings give the same name. */
export async function buildId(): Promise<string> {
  const key = await sourcesKey(
    sources,
    settings.map((name) => `${name}=${process.env[name] ?? ''}`),
  );
  return `${productVersion}-${key.slice(0, 12)}`;
}

/** The build in `dist/app`, or null when there is none. */
export function standingBuild(): string | null {
  return buildIn(buildFile);
}

/** The last build that was compressed as a whole, or null when none was. */
export function compressedBuild(): string | null {
  return buildIn(compressedFile);
}

function buildIn(file: string): string | null {
  if (!existsSync(file)) return null;
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof value === 'object' && value !== null && 'build' in value ? String(value.build) : null;
}

/** Names a build in one of the two files, which appears whole. */
export function writeBuild(file: string, build: string): void {
  const written = `${appDirectory}.json`;
  writeFileSync(written, `${JSON.stringify({ build })}\n`);
  renameSync(written, file);
}
