import { useEffect, useState } from 'react';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useConnectionState } from '#app/platform/stream/stream-hooks.ts';

/** What keeps orders from being sent now: no answer from the exchange, or no live prices. */
interface LiveTrading {
  readonly live: boolean;
  /** The reason, once it has lasted: what comes back within a moment was never gone for the user. */
  readonly reason: 'offline' | 'connecting' | null;
}

const shownAfterMs = 1_500;

/**
 * Whether orders can be sent: they need a live price. What leaves needs none, see `useCanLeave`; what is polled is no
 * live price.
 */
export function useLiveTrading(): LiveTrading {
  const reachable = useReachable();
  const state = useConnectionState();
  const live = reachable && state === 'online';
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (live) return;
    const timer = setTimeout(() => setLate(true), shownAfterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [live]);
  if (live || !late) return { live, reason: null };
  return { live, reason: reachable ? 'connecting' : 'offline' };
}
