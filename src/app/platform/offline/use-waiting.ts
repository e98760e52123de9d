import { useEffect, useState } from 'react';
import { outboxChanges, type WaitingWrite, waitingOf } from './outbox-store.ts';
import { type OutboxKind } from './outbox-kinds.ts';

/** What of a kind waits on this device to be sent, oldest first; empty until the device was asked. */
export function useWaiting<K extends OutboxKind>(kind: K): readonly WaitingWrite<K>[] {
  const [waiting, setWaiting] = useState<readonly WaitingWrite<K>[]>([]);
  useEffect(() => {
    let current = true;
    // A device that cannot be read shows nothing that waits.
    const look = () =>
      waitingOf(kind).then(
        (found) => (current ? setWaiting(found) : undefined),
        () => undefined,
      );
    void look();
    const stop = outboxChanges.subscribe(() => void look());
    return () => {
      current = false;
      stop();
    };
  }, [kind]);
  return waiting;
}
