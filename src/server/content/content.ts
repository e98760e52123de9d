import { eq } from 'drizzle-orm';
import { allInTurn } from '../core/jobs/recovering.ts';
import type { Database } from '../core/store/database.ts';
import { type ContentData, noContent } from './catalogue.ts';
import { contentImages, contentState, stateRow } from './tables.ts';

/** The served set of content: its non-article parts, and notifications of new sets. */
export interface Content {
  readonly data: ContentData;
  /** Changes with every set; empty before the first. */
  readonly digest: string;
  /** Checks the store for a newly pushed set. */
  refresh(): Promise<void>;
  /** Calls back with every new set. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void;
  /** A picture of an article by name, or null. */
  image(name: string): Promise<Buffer | null>;
}

/** The served content over the store. Nothing is read before the first `refresh`. */
export function createContent(database: Database): Content {
  const listeners = new Set<() => void>();
  let data = noContent;
  let digest = '';
  return {
    get data() {
      return data;
    },
    get digest() {
      return digest;
    },
    async refresh() {
      const { drizzle } = database;
      const isServed = eq(contentState.id, stateRow);
      const [seen] = await drizzle.select({ digest: contentState.digest }).from(contentState).where(isServed);
      if (seen === undefined || seen.digest === digest) return;
      const [state] = await drizzle.select().from(contentState).where(isServed);
      if (state === undefined) return;
      data = { ...noContent, ...state.data };
      digest = state.digest;
      await allInTurn(
        [...listeners].map((listener) => async () => listener()),
        'word of new content',
      );
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async image(name) {
      const [row] = await database.drizzle
        .select({ bytes: contentImages.bytes })
        .from(contentImages)
        .where(eq(contentImages.name, name));
      return row?.bytes ?? null;
    },
  };
}
