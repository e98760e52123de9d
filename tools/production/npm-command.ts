import type { SpawnSyncOptions } from 'node:child_process';

/** How a call of npm is spawned: by the npm that started this, else by the one of the path. */
export function npmCommand(
  ...args: readonly string[]
): readonly [file: string, args: string[], options: SpawnSyncOptions] {
  const npm = process.env['npm_execpath'];
  if (npm !== undefined) return [process.execPath, [npm, ...args], {}];
  return ['npm', [...args], { shell: process.platform === 'win32' }];
}
