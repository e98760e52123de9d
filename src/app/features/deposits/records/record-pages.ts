import type { InfiniteData } from '@tanstack/react-query';

/** What deposits and withdrawals have in common. */
export interface MovingRecord {
  readonly id: string;
  readonly asset: string;
  readonly state: string;
  readonly at: number;
  readonly updatedAt: number;
}

/** Which records a list holds; what is absent does not narrow. */
export interface MovingFilter {
  readonly asset?: string;
  readonly state?: string;
}

/** One answer of a list of records, newest first. */
export interface RecordPage<Item> {
  readonly list: Item[];
  readonly next: string | null;
}

function matches(filter: MovingFilter, record: MovingRecord): boolean {
  return (
    (filter.asset === undefined || filter.asset === record.asset) &&
    (filter.state === undefined || filter.state === record.state)
  );
}

/** How rows of a list are read: whether a row belongs to it, and when it was made. */
interface PageTerms<Item> {
  readonly fits: (item: Item) => boolean;
  readonly atOf: (item: Item) => number;
}

/**
 * A list of rows merged with the stream: known ones change in place and leave a list they no longer belong
 * to, new ones come in front. What is older than the end of what is loaded waits for its page.
 */
export function mergePages<Item extends { readonly id: string; readonly updatedAt: number }>(
  data: InfiniteData<RecordPage<Item>, string | null>,
  { fits, atOf }: PageTerms<Item>,
  changed: readonly Item[],
): InfiniteData<RecordPage<Item>, string | null> {
  const newest = new Map(changed.map((item) => [item.id, item]));
  const known = new Set<string>();
  const pages = data.pages.map((page) => ({
    ...page,
    list: page.list.flatMap((item) => {
      known.add(item.id);
      const shown = newest.get(item.id);
      const current = shown === undefined || shown.updatedAt < item.updatedAt ? item : shown;
      return fits(current) ? [current] : [];
    }),
  }));
  const last = pages.at(-1);
  const end = last?.list.at(-1);
  const oldest = last === undefined || last.next === null || end === undefined ? 0 : atOf(end);
  const fresh = changed.filter((item) => !known.has(item.id) && atOf(item) >= oldest && fits(item));
  const [first, ...rest] = pages;
  if (first === undefined || fresh.length === 0) return { ...data, pages };
  const list = [...fresh, ...first.list].toSorted((a, b) => atOf(b) - atOf(a));
  return { ...data, pages: [{ ...first, list }, ...rest] };
}

/** `mergePages` of deposits or withdrawals. */
export function mergeRecords<Item extends MovingRecord>(
  data: InfiniteData<RecordPage<Item>, string | null>,
  filter: MovingFilter,
  changed: readonly Item[],
): InfiniteData<RecordPage<Item>, string | null> {
  return mergePages(data, { fits: (item) => matches(filter, item), atOf: ({ at }) => at }, changed);
}
