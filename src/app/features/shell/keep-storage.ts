import { useEffect } from 'react';
import { isInstalled } from '#app/platform/device/install.ts';
import { keepStorage } from '#app/platform/device/lasting-storage.ts';
import { useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';

/** Asks the browser to keep what the device holds for a signed-in user, or for the installed app. */
export function useKeptStorage(): void {
  const isSignedIn = useObservable(session) !== null;
  useEffect(() => {
    if (isSignedIn || isInstalled()) void keepStorage(Date.now());
  }, [isSignedIn]);
}
