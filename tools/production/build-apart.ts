import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { appDirectory } from '../app-sources.ts';
import { buildManifest, type Manifest } from './build-packages.ts';
import { npmCommand } from './npm-command.ts';

/** What the build reads of the project. */
const sources = ['index.html', 'package-lock.json', 'vite.config.ts', 'lingui.config.ts', 'tsconfig.json'];
const folders = ['public', 'sw', 'src/app', 'src/hub', 'src/protocol', 'tools'];

/**
 * Builds the page, and bundles the exchange, where the tools for it are not installed, as after `npm ci --omit=dev`: they
 * are fetched into a folder beside the built page, in the versions of the lock file, and removed with it when the build is
 * done. Compressing it takes no such tools (`tools/compress-app.ts`).
 *
 * @param root the project
 * @returns whether the page was built
 */
export function buildApart(root: string): boolean {
  const folder = path.join(root, 'dist/build-apart');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    for (const name of [...sources, ...folders]) {
      if (existsSync(path.join(root, name)))
        cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
    }
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(buildManifest(manifest)));
    if (!install(folder)) return false;
    // npm leaves out what it did not install; the build is named by the whole of it.
    cpSync(path.join(root, 'package-lock.json'), path.join(folder, 'package-lock.json'));
    // Files of the build before this one stay for a day.
    for (const name of [appDirectory, 'dist/superseded-assets.json']) {
      if (existsSync(path.join(root, name)))
        cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
    }
    const script = ['tools/app-build.ts', '--uncompressed'];
    const { status } = spawnSync(process.execPath, script, { cwd: folder, stdio: 'inherit' });
    if (status !== 0) return false;
    // With the same tools. Without it the exchange runs from its sources.
    spawnSync(process.execPath, ['tools/server-bundle/make-bundle.ts', 'tools/serve.ts', root], {
      cwd: folder,
      stdio: 'inherit',
    });
    rmSync(path.join(root, appDirectory), { recursive: true, force: true });
    for (const name of [appDirectory, 'dist/superseded-assets.json']) {
      if (existsSync(path.join(folder, name)))
        cpSync(path.join(folder, name), path.join(root, name), { recursive: true });
    }
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Scripts of packages are not run. */
function install(folder: string): boolean {
  const flags = ['--include=prod', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const [file, args, options] = npmCommand('install', ...flags);
  return spawnSync(file, args, { ...options, cwd: folder, stdio: 'inherit' }).status === 0;
}
