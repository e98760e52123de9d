import { createContext } from 'react';

/** What messages of an order's conversation need to know beyond themselves. */
interface TalkFacts {
  /** Everything up to this number was read by the other side. */
  readonly readByOther: number;
}

/** Null in groups. */
export const TalkContext = createContext<TalkFacts | null>(null);
