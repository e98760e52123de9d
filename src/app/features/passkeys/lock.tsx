import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { QueryClient } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { coverPage, uncoverPage } from '#app/platform/session/page-cover.ts';
import { loadCatalog } from '#app/platform/language/language.ts';
import { visitorHomePath } from '#app/platform/session/public-paths.ts';
import { session } from '#app/platform/session/session.ts';
import { logOut } from '#app/platform/storage/wipe.ts';
import { mustLock } from './lock-rules.ts';
import { LockScreen } from './lock-screen.tsx';
import { isUnlockOn, noteUnlocked } from './unlock-flags.ts';

/** The lock that is shown, until it opens. */
let shown: Promise<void> | null = null;
let isWatching = false;

/** Holds the page covered at launch until the user was verified; from then on watches how long it is out of sight. */
export async function holdUntilUnlocked(client: QueryClient): Promise<void> {
  // Without its words, as after a change of language without a network, the lock still locks.
  await loadCatalog('passkeys').catch(() => undefined);
  await lock(client);
  watchHidden(client);
}

/** Covers the page whenever it goes out of sight, and locks it when that was for long. Once per page. */
export function watchHidden(client: QueryClient): void {
  if (isWatching) return;
  isWatching = true;
  let hiddenAtMs: number | null = null;
  let focused: Element | null = null;
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      if (!isUnlockOn() || session.get() === null || shown !== null) return;
      hiddenAtMs = Date.now();
      focused = document.activeElement;
      // What is covered now is neither in the list of open apps nor seen for a moment when it comes back.
      coverPage();
      return;
    }
    if (hiddenAtMs === null) return;
    const isLong = mustLock(isUnlockOn(), hiddenAtMs, Date.now());
    hiddenAtMs = null;
    void reveal(isLong, focused);
  });
  async function reveal(isLong: boolean, before: Element | null): Promise<void> {
    if (isLong) await lock(client);
    uncoverPage();
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  }
}

/** Shows the lock; settles when it is open, or when no user is signed in any more. */
function lock(client: QueryClient): Promise<void> {
  shown ??= showLock(client).finally(() => {
    shown = null;
  });
  return shown;
}

function showLock(client: QueryClient): Promise<void> {
  coverPage();
  const app = document.getElementById('app');
  if (app !== null) app.inert = true;
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  return new Promise((resolve) => {
    const open = () => {
      stopFollowing();
      root.unmount();
      place.remove();
      if (app !== null) app.inert = false;
      uncoverPage();
      resolve();
    };
    // Another tab logged out, or the exchange ended the session: there is nothing left to lock.
    const stopFollowing = session.subscribe(() => {
      if (session.get() === null && !isLeaving) open();
    });
    let isLeaving = false;
    const leave = async () => {
      isLeaving = true;
      await logOut(client);
      // What the page held in memory goes with it.
      location.replace(`#${visitorHomePath}`);
      location.reload();
    };
    const unlocked = () => {
      noteUnlocked();
      open();
    };
    root.render(
      <I18nProvider i18n={i18n}>
        <LockScreen onUnlocked={unlocked} onLogOut={leave} />
      </I18nProvider>,
    );
  });
}
