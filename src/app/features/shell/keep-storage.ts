import { useEffect } from 'react';
import { isInstalled } from '../../platform/device/install.ts';
import { keepStorage } from '../../platform/device/lasting-storage.ts';
import { useObservable } from '../../platform/observable.ts';
import { session } from '../../platform/session/session.ts';

/** Asks the browser to keep what the device holds for a signed-in user, or for the installed app. */
export function useKeptStorage(): void {
  const isSignedIn = useObservable(session) !== null;
  useEffect(() => {
    if (isSignedIn || isInstalled()) void keepStorage(Date.now());
  }, [isSignedIn]);
}
