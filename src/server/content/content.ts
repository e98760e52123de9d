import { eq } from 'drizzle-orm';
import { allInTurn } from '../core/jobs/recovering.ts';
import type { Database } from '../core/store/database.ts';
import { type ContentData, noContent } from './catalogue.ts';
import { contentImages, contentState, stateRow } from './tables.ts';

/** The set of content that is served: what of it is no article, and word of the next one. */
export interface Content {
  readonly data: ContentData;
  /** Changes with every set; empty before the first. */
  readonly digest: string;
  /** Looks at the store for a set that was pushed meanwhile. */
  refresh(): Promise<void>;
  /** Hears of every new set. Returns the way to stop hearing. */
  onChange(listener: () => void): () => void;
  /** A picture of an article; null when there is none of that name. */
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
