import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePauseLastKnown } from '../../platform/stream/use-pause.ts';

/** Waits for pauses of the exchange and for their ends; draws nothing. */
export function StoreWatch() {
  const client = useQueryClient();
  const since = usePauseLastKnown();
  useEffect(() => {
    if (since === null) return;
    // Where its code does not come, there is no connection, and that is what the screens say.
    const paused = import('./paused.tsx').catch(() => null);
    void paused.then((pausing) => pausing?.showPause());
    return () => void paused.then((pausing) => pausing?.storeReturned(client, since));
  }, [since, client]);
  return null;
}
