import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { productVersion } from '#protocol/core/limits.ts';

const schema = v.object({ build: v.string() });

/** The name of the served build, by which open pages detect a newer one; without an app, the version. */
export function servedBuild(appDirectory: string | null): string {
  const file = appDirectory === null ? null : path.join(appDirectory, 'build.json');
  if (file === null || !existsSync(file)) return productVersion;
  return v.parse(schema, JSON.parse(readFileSync(file, 'utf8'))).build;
}
