import { changeDevice, readDevice } from '#app/platform/storage/device-store.ts';
import { session } from '#app/platform/session/session.ts';

/** The reading position in an article. */
export interface ReadingPlace {
  /** The block at the top of the screen, counted from 0: blocks stay where they are in every size and language. */
  readonly block: number;
  /** The share of the text above it, 0 to 1. */
  readonly share: number;
  readonly at: number;
}

/** Most articles whose positions are stored; the ones read longest ago are dropped. */
const placesMax = 100;

type Places = Readonly<Record<string, ReadingPlace>>;

const keyOf = (account: string) => `reading-places.${account}`;

/** Where the user stopped in an article, or null. */
export async function readPlace(key: string): Promise<ReadingPlace | null> {
  const account = session.get()?.account;
  if (account === undefined) return null;
  const places = await readDevice<Places>(keyOf(account)).catch(() => undefined);
  return places?.[key] ?? null;
}

/** Keeps where the user stopped; null forgets it, as at the end of the text. */
export async function storePlace(key: string, place: ReadingPlace | null): Promise<void> {
  const account = session.get()?.account;
  if (account === undefined) return;
  await changeDevice<Places>(keyOf(account), (places) => {
    // What is written after a log-out would stay behind.
    if (session.get()?.account !== account) return undefined;
    const others = Object.entries(places ?? {}).filter(([name]) => name !== key);
    const all = place === null ? others : [...others, [key, place] as const];
    const newest = all.toSorted(([, a], [, b]) => b.at - a.at).slice(0, placesMax);
    return newest.length === 0 ? undefined : Object.fromEntries(newest);
  });
}
