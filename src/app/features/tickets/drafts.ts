import { useCallback, useEffect, useRef, useState } from 'react';
import { changeDevice, readDevice } from '#app/platform/storage/device-store.ts';
import { waitingOf } from '#app/platform/offline/outbox-store.ts';
import { letGoOfUnused } from '#app/platform/offline/outbox-images.ts';
import { session } from '#app/platform/session/session.ts';

/** What was written and not sent; it stays on the device until it is. `images` are keys of `outbox-images.ts`. */
interface Draft {
  readonly title: string;
  readonly text: string;
  readonly images: readonly string[];
}

/** Drafts by the order they reply to, or `new`. */
type Drafts = Readonly<Record<string, Draft>>;

/** The draft of a new ticket. */
export const newTicket = 'new';
/** Most drafts that are stored; the oldest is dropped. */
const draftsMax = 20;
/** A pause in typing after which the draft is written. */
const writeAfterMs = 250;

const empty: Draft = { title: '', text: '', images: [] };
const keyOf = (account: string) => `work-order-drafts.${account}`;

async function readDrafts(): Promise<Drafts> {
  const account = session.get()?.account;
  return account === undefined ? {} : ((await readDevice<Drafts>(keyOf(account))) ?? {});
}

async function writeDraft(of: string, draft: Draft): Promise<void> {
  const account = session.get()?.account;
  if (account === undefined) return;
  await changeDevice<Drafts>(keyOf(account), (kept = {}) => {
    const isEmpty = draft.title === '' && draft.text === '' && draft.images.length === 0;
    const entries = Object.entries(isEmpty ? {} : { ...kept, [of]: draft });
    const others = Object.entries(kept).filter(([key]) => key !== of);
    const next = isEmpty ? others : entries.slice(-draftsMax);
    // What is written after a log-out would stay behind.
    return next.length === 0 || session.get()?.account !== account ? undefined : Object.fromEntries(next);
  });
}

/** Removes pictures that neither a draft nor what waits to be sent needs. */
export async function tidyPictures(): Promise<void> {
  const drafts = Object.values(await readDrafts());
  const waiting = [...(await waitingOf('work-order')), ...(await waitingOf('work-order-reply'))];
  const needed = [...drafts.flatMap(({ images }) => images), ...waiting.flatMap(({ input }) => input.images)];
  await letGoOfUnused('work-order', new Set(needed));
}

export interface StoredDraft {
  /** Null until the device was asked. */
  readonly draft: Draft | null;
  readonly change: (part: Partial<Draft>) => void;
  /** Empties it, because it was sent. */
  readonly clear: () => Promise<void>;
}

/** A draft that is on the device as it is on the screen. */
export function useDraft(of: string): StoredDraft {
  const [draft, setDraft] = useState<Draft | null>(null);
  const latest = useRef<Draft | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  /** Writes what is not written yet. */
  const write = useCallback(() => {
    if (timer.current === null || latest.current === null) return;
    clearTimeout(timer.current);
    timer.current = null;
    // Without room on the device the draft lives with the page.
    void writeDraft(of, latest.current).catch(() => undefined);
  }, [of]);
  useEffect(() => {
    let current = true;
    const load = async () => {
      const kept = await readDrafts().catch((): Drafts => ({}));
      // What was typed meanwhile is newer.
      if (!current || latest.current !== null) return;
      latest.current = kept[of] ?? empty;
      setDraft(latest.current);
    };
    void load();
    // A page that is put away may never come back.
    addEventListener('pagehide', write);
    document.addEventListener('visibilitychange', write);
    return () => {
      current = false;
      removeEventListener('pagehide', write);
      document.removeEventListener('visibilitychange', write);
      write();
    };
  }, [of, write]);
  const change = useCallback(
    (part: Partial<Draft>) => {
      latest.current = { ...(latest.current ?? empty), ...part };
      setDraft(latest.current);
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = setTimeout(write, writeAfterMs);
      // A picture is not chosen again: it is in the draft at once.
      if (part.images !== undefined) write();
    },
    [write],
  );
  const clear = useCallback(async () => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    latest.current = empty;
    setDraft(empty);
    await writeDraft(of, empty);
  }, [of]);
  return { draft, change, clear };
}
