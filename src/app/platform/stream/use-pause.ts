import { useSyncExternalStore } from 'react';
import { stream } from './stream.ts';
import { useConnectionState } from './stream-hooks.ts';

const subscribe = (cell: () => void) => stream.subscribe('health', cell);
const read = () => {
  const health = stream.view<'health'>('health');
  return health?.store === 'degraded' ? health.since : null;
};

/**
 * Since when the exchange restores its records, in epoch milliseconds of the server, as it last said; null while it
 * works, and before it said anything.
 */
export function usePauseLastKnown(): number | null {
  return useSyncExternalStore(subscribe, read);
}

/** The same while it is current: null without a connection. */
export function usePausedSince(): number | null {
  const state = useConnectionState();
  const since = usePauseLastKnown();
  return state === 'online' ? since : null;
}
