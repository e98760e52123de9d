import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findChromium, headlessShell } from './chromium.ts';

const root = path.join(import.meta.dirname, '..');

/** Fonts that the seven languages need and a bare Debian lacks; without them boxes are measured instead of letters. */
const fontPackages = ['fonts-noto-cjk', 'fonts-thai-tlwg'];

const isRoot = process.getuid?.() === 0;

function succeeds(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { cwd: root, stdio: 'ignore' }).status === 0;
}

function runShown(program: string, ...args: readonly string[]): boolean {
  process.stdout.write(`${program} ${args.join(' ')}\n`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, args, { cwd: root, stdio: 'inherit', env: environment }).status === 0;
}

function installDebian(packages: readonly string[]): boolean {
  return (
    runShown('apt-get', 'update', '-q') && runShown('apt-get', 'install', '-qy', '--no-install-recommends', ...packages)
  );
}

/**
 * The Chromium for the tests; installed when this machine has none: Debian's two packages as root, else
 * Playwright's own. As root on Debian the fonts come too.
 *
 * @throws Error when there is none and none could be installed
 */
export function provideChromium(): string {
  const canInstall = isRoot && succeeds('apt-get', '--version');
  const missingFonts = canInstall ? fontPackages.filter((name) => !succeeds('dpkg', '-s', name)) : [];
  const hasWindows = findChromium('windows') !== null;
  const missing = [...missingFonts, ...(hasWindows ? [] : ['chromium'])];
  if (canInstall && missing.length > 0) installDebian(missing);
  // Without this package the whole browser does the same, more slowly.
  const named = (process.env['CHROMIUM'] ?? '') !== '';
  if (canInstall && !named && !succeeds('dpkg', '-s', headlessShell)) installDebian([headlessShell]);
  if (findChromium() === null) {
    runShown(process.execPath, 'node_modules/playwright/cli.js', 'install', 'chromium');
  }
  const found = findChromium();
  if (found === null) {
    throw new Error(
      'There is no Chromium and none could be installed. Install one, or name it: CHROMIUM=/path npm test.',
    );
  }
  return found;
}
