import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { productVersion } from '../src/protocol/limits.ts';

/** Where the built page is written. */
export const appDirectory = 'dist/app';

/** Names the build there: `{ build }`. The exchange reports it to pages that ask for a newer one. */
export const buildFile = `${appDirectory}/build.json`;

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
  'tools/chunks/chunks.ts',
  'tools/styles/*.ts',
  'tools/first-load.ts',
  'tools/chunks/joined-entries.ts',
  'tools/language-table.ts',
  'tools/offline-list.ts',
  'tools/precache-list.ts',
];

/** Settings that are built into the page. */
const settings = ['API_BASE', 'STREAM_BASE', 'FILE_BASE', 'WORDS'] as const;

/** Names a build by what it is made of: the same sources and settings give the same name. */
export async function buildId(): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(sources, { withFileTypes: true })) {
    if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) files.push(`${entry.parentPath}/${entry.name}`);
  }
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(file.slice(process.cwd().length)).update(readFileSync(file));
  for (const name of settings) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  return `${productVersion}-${hash.digest('hex').slice(0, 12)}`;
}

/** The build in `dist/app`, or null when there is none. */
export function standingBuild(): string | null {
  if (!existsSync(buildFile)) return null;
  const value: unknown = JSON.parse(readFileSync(buildFile, 'utf8'));
  return typeof value === 'object' && value !== null && 'build' in value ? String(value.build) : null;
}
