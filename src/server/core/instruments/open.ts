import type { Database } from '../store/database.ts';
import { writeFirstListing } from './first-instruments.ts';
import { listing } from './instruments.ts';
import { readListing } from './store.ts';

/** Called after the listing changed; the next look waits for it, and calls it again when it fails. */
export type ListingListener = () => Promise<void> | void;

/** The listing of a running exchange. */
export interface OpenListing {
  /** Reads the tables again and calls who follows them. Never two at once. */
  refresh(): Promise<void>;
  /** Calls back after each change, in the order of registration; returns an unsubscribe function. */
  onChange(listener: ListingListener): () => void;
}

/** Reads what is listed, before any area opens; into a store without any listing it first writes what ships. */
export async function openListing(database: Pick<Database, 'pool' | 'transaction'>): Promise<OpenListing> {
  const listeners = new Set<ListingListener>();
  // Not called since the last change, because one of them failed.
  const waiting = new Set<ListingListener>();
  await writeFirstListing(database);
  listing.replace(await readListing(database));
  return {
    async refresh() {
      if (listing.replace(await readListing(database))) for (const listener of listeners) waiting.add(listener);
      for (const listener of [...listeners].filter((one) => waiting.has(one))) {
        await listener();
        waiting.delete(listener);
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
