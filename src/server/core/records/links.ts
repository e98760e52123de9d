import { createHash } from 'node:crypto';
import type { Queryable } from '../store/database.ts';

/** A link as it is stored. */
export interface Link {
  readonly record: string;
  readonly subject: string;
  readonly number: string;
  readonly source: string;
  readonly key: string;
  readonly content: Buffer;
  readonly hash: Buffer;
  readonly at: string;
}

/** Where a link stands. */
type Place = Pick<Link, 'record' | 'subject' | 'number'>;

/** Links that are read at a time. */
const linksAtOnce = 5_000;

/** The hash of a link, as `link_row` of `guards.sql` makes it. @param former the hash of the link before; null for the first */
export function linkHash(former: Buffer | null, link: Omit<Link, 'hash'>): Buffer {
  const { record, subject, number, source, key, at, content } = link;
  return createHash('sha256')
    .update(former ?? '')
    .update(`${[record, subject, number, source, key, at].join('\n')}\n`)
    .update(content)
    .digest();
}

/** The hash of what a row holds, from its text: see `contentText` of `verifying.ts`. */
export const contentHash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Every link, chain by chain, in portions. @param more SQL of a further column, by `link` */
export async function* readChains<More = unknown>(
  client: Queryable,
  more = 'NULL',
): AsyncGenerator<(Link & { readonly more: More })[]> {
  let after: Place = { record: '', subject: '0', number: '0' };
  for (;;) {
    const { rows }: { rows: (Link & { readonly more: More })[] } = await client.query(
      `SELECT link.*, ${more} AS more FROM record_links AS link WHERE (record, subject, number) > ($1, $2, $3)
        ORDER BY record, subject, number LIMIT $4`,
      [after.record, after.subject, after.number, linksAtOnce],
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < linksAtOnce) return;
    after = last;
  }
}

/** The hashes of what was linked within a time, in an order that stays. @param from,to epoch milliseconds */
export async function* readLinked(client: Queryable, from: number, to: number): AsyncGenerator<Buffer[]> {
  let after: Place & Pick<Link, 'at'> = { at: from.toString(), record: '', subject: '0', number: '0' };
  for (;;) {
    const { rows }: { rows: Link[] } = await client.query(
      `SELECT * FROM record_links WHERE (at, record, subject, number) > ($1, $2, $3, $4) AND at < $5
        ORDER BY at, record, subject, number LIMIT $6`,
      [after.at, after.record, after.subject, after.number, to, linksAtOnce],
    );
    if (rows.length > 0) yield rows.map(({ hash }) => hash);
    const last = rows.at(-1);
    if (last === undefined || rows.length < linksAtOnce) return;
    after = last;
  }
}
