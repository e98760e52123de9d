import { useEffect, useState } from 'react';
import { outboxChanges, type WaitingWrite, waitingOf } from './outbox-store.ts';
import { type OutboxKind } from './outbox-kinds.ts';
import { readOutboxImage } from './outbox-images.ts';

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

/** An address for `<img src>` of a picture that waits on this device; null while it is read, and when it is gone. */
export function useWaitingImage(key: string | null): string | null {
  const [shown, setShown] = useState<{ readonly key: string; readonly url: string } | null>(null);
  useEffect(() => {
    if (key === null) return;
    let url: string | null = null;
    let current = true;
    const read = async () => {
      const picture = await readOutboxImage(key).catch(() => null);
      if (!current || picture === null) return;
      url = URL.createObjectURL(picture);
      setShown({ key, url });
    };
    void read();
    return () => {
      current = false;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [key]);
  return shown?.key === key ? shown.url : null;
}
