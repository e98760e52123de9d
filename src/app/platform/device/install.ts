import { dayMs } from '#protocol/core/durations.ts';
import { observable } from '../observable.ts';
import { readStored, writeStored } from '../storage/storage.ts';

/** The event Chromium hands out when a page can be installed; not in the DOM types. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** How this browser installs: by its own prompt, by hand from the share sheet, or not at all. */
type InstallWay = 'prompt' | 'share-sheet' | 'none';

export const installWay = observable<InstallWay>('none');

const dismissedKey = 'dunlin.install-dismissed';
/** A user who said no is left alone for this long. */
const dismissedMs = 30 * dayMs;

let prompt: InstallEvent | null = null;

/** Whether the app already runs from the home screen. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  );
}

/** Whether a browser is Safari on iOS, which installs only from its share sheet. An iPad says it is a Mac. */
export function installsFromShareSheet(userAgent: string, touchPoints: number): boolean {
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  return apple && !/CriOS|FxiOS|EdgiOS|OPiOS/.test(userAgent);
}

/** Listens from the start: the event comes once, often before anything is drawn. */
export function watchInstall(): void {
  if (isInstalled()) return;
  if (installsFromShareSheet(navigator.userAgent, navigator.maxTouchPoints)) installWay.set('share-sheet');
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt = event as InstallEvent;
    installWay.set('prompt');
  });
  addEventListener('appinstalled', () => installWay.set('none'));
}

/** Shows the browser's prompt. @returns whether the user installed the app */
export async function install(): Promise<boolean> {
  if (prompt === null) return false;
  const { outcome } = await prompt.prompt();
  prompt = null;
  installWay.set('none');
  return outcome === 'accepted';
}

export function dismissInstall(nowMs: number): void {
  writeStored(dismissedKey, String(nowMs));
}

export function installWasDismissed(nowMs: number): boolean {
  return nowMs - Number(readStored(dismissedKey) ?? 0) < dismissedMs;
}
