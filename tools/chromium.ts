import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';

/** The same engine without windows: a third less processor time in a run of all screens. */
export const headlessShell = 'chromium-headless-shell';

const withWindows = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const macPrograms = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The Chromium that tests use: `CHROMIUM`, one on the path, one of macOS, or Playwright's own; null when there is none.
 *
 * @param parts what a test needs: `page` is everything within a page, `windows` also what the browser shows around it,
 *   such as notifications and the full screen
 */
export function findChromium(parts: 'page' | 'windows' = 'page'): string | null {
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') return named;
  const names = parts === 'windows' ? withWindows : [headlessShell, ...withWindows];
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)];
  const found = names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram);
  return found ?? [...macPrograms, chromium.executablePath()].find((file) => existsSync(file)) ?? null;
}

/** Whether a file is there to be run by this user. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** How Chromium is started: quiet, alone, and without its sandbox as root, which cannot have one. */
export function chromiumArguments(): string[] {
  return [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
}
