import type { Database, Queryable } from '../store/database.ts';
import { chainedTables, type ChainedTable } from './chained.ts';
import { dateOf, type Head, headOf, readHeads } from './heads.ts';
import { contentHash, linkHash, type Link, readChains } from './links.ts';

/** What a look at all records found. */
interface RecordsReport {
  readonly links: number;
  /** To an operator; empty when all is whole. No more than `findingsMax`. */
  readonly findings: readonly string[];
  /** The newest head; null where no day has one. */
  readonly head: Head | null;
  /** Tables with rows from before that are not chained yet. */
  readonly backlog: readonly string[];
}

const findingsMax = 100;

/** The text that a row is hashed as: its columns as JSON, in PostgreSQL's order, without those that are null. */
const contentText = `CASE link.source ${chainedTables
  .map(
    ({ table, key }) =>
      `WHEN '${table}' THEN (SELECT jsonb_strip_nulls(to_jsonb(stored))::text FROM ${table} AS stored
        WHERE stored.${key} = link.key${key === 'id' ? '::bigint' : ''})`,
  )
  .join(' ')} END`;

/**
 * Verifies every chain: that each link follows the one before, that its row is there as it was linked, that no row has no link,
 * and that the head of each day is what follows from them. Nothing of it is computed by functions of the store.
 */
export async function verifyRecords(database: Database): Promise<RecordsReport> {
  return database.transaction(async ({ client }) => {
    const findings: string[] = [];
    const found = (text: string) => {
      if (findings.length < findingsMax) findings.push(text);
    };
    const links = await verifyChains(client, found);
    const backlog = await tablesToLink(client);
    for (const table of chainedTables) if (!backlog.includes(table.table)) await findUnlinked(client, table, found);
    return { links, findings, head: await verifyHeads(client, found), backlog };
  }, 'repeatable read');
}

type Found = (text: string) => void;

async function verifyChains(client: Queryable, found: Found): Promise<number> {
  let former: Link | null = null;
  let links = 0;
  for await (const portion of readChains<string | null>(client, contentText)) {
    links += portion.length;
    for (const link of portion) {
      const isFirst: boolean = former === null || former.record !== link.record || former.subject !== link.subject;
      const before: Link | null = isFirst ? null : former;
      if (BigInt(link.number) !== BigInt(before?.number ?? 0) + 1n)
        found(`${nameOf(link)}: links before it are missing`);
      else if (!linkHash(before?.hash ?? null, link).equals(link.hash))
        found(`${nameOf(link)}: it does not follow from what is before it`);
      if (link.more === null) found(`${nameOf(link)}: row ${link.key} of ${link.source} is gone`);
      else if (!contentHash(link.more).equals(link.content))
        found(`${nameOf(link)}: row ${link.key} of ${link.source} was changed`);
      former = link;
    }
  }
  return links;
}

const nameOf = ({ record, subject, number }: Link) =>
  `link ${number} of the ${record}${subject === '0' ? '' : ` ${subject}`}`;

async function tablesToLink(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ source: string }>('SELECT source FROM record_backlog ORDER BY source');
  return rows.map(({ source }) => source);
}

async function findUnlinked(client: Queryable, { table, key }: ChainedTable, found: Found): Promise<void> {
  const { rows } = await client.query<{ key: string }>(
    `SELECT ${key}::text AS key FROM ${table} AS stored
      WHERE NOT EXISTS (SELECT FROM record_links WHERE source = $1 AND key = stored.${key}::text) LIMIT $2`,
    [table, findingsMax],
  );
  for (const row of rows) found(`row ${row.key} of ${table} has no link`);
}

async function verifyHeads(client: Queryable, found: Found): Promise<Head | null> {
  let former: Head | null = null;
  for (const stored of await readHeads(client, 'day')) {
    if (former !== null && stored.day !== former.day + 1) found(`the heads before ${dateOf(stored.day)} are missing`);
    const { links: linked, hash: follows }: Head = await headOf(client, stored.day, former?.hash ?? null);
    if (linked !== stored.links || !follows.equals(stored.hash))
      found(`the head of ${dateOf(stored.day)} does not follow from the ${linked} links of that day`);
    former = stored;
  }
  return former;
}
