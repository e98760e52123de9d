import type { Database, Queryable } from '../store/database.ts';
import { readArchive } from './archive-file.ts';
import { type Manifest, readManifest } from './manifest.ts';
import type { PartitionedTable } from './partitioned.ts';
import { differences, textOf, type Totals } from './tally.ts';

/** A file that was proved, or what is wrong with it. */
interface Proof {
  readonly manifest: Manifest;
  /** To an operator; empty when all of it is right. */
  readonly wrong: readonly string[];
  /** The archive that the store knows it as. */
  readonly archive: bigint | null;
}

/**
 * Proves a file: what its rows come to is what its manifest says and what the store noted; every row belongs into its partition;
 * and what the store keeps of it adds up with what was not archived.
 *
 * @throws ArchiveFault when the file or its manifest cannot be read
 */
export async function proveArchive(
  database: Database,
  tables: readonly PartitionedTable[],
  file: string,
): Promise<Proof> {
  const manifest = await readManifest(file);
  const table = tables.find((each) => each.table === manifest.table);
  if (table === undefined) return { manifest, archive: null, wrong: [`there is no table ${manifest.table}`] };
  const totals = await readArchive(file, { table, columns: manifest.columns, sha256: manifest.sha256 });
  const said = [...differences(manifest.totals, totals), ...outside(manifest, totals)];
  // Audits go on meanwhile: both sides of a sum are of one moment.
  return database.transaction(async ({ client }) => {
    const { archive, wrong } = await compareNoted(client, table, manifest, totals);
    if (archive === null) return { manifest, archive, wrong: [...said, ...wrong] };
    const kept = (await table.kept?.wrong(client, archive, totals.sums)) ?? [];
    return { manifest, archive, wrong: [...said, ...wrong, ...kept] };
  }, 'repeatable read');
}

function outside({ partition: { lower, upper } }: Manifest, { lowest, highest }: Totals): string[] {
  const isOutside = (key: bigint | null) =>
    key !== null && ((lower !== null && key < lower) || (upper !== null && key >= upper));
  return [lowest, highest].some(isOutside) ? ['rows are outside of the bounds of the partition'] : [];
}

interface Noted {
  readonly id: string;
  readonly lower: string | null;
  readonly upper: string;
  readonly rows: string;
  readonly earliest: string | null;
  readonly latest: string | null;
  readonly sha256: string;
  readonly rows_sha256: string;
  readonly sums: Readonly<Record<string, string>>;
}

/** Compares a file with the row of its archive, of which there is one unless it was restored. */
async function compareNoted(
  client: Queryable,
  { kept }: PartitionedTable,
  { table, partition, sha256 }: Manifest,
  totals: Totals,
): Promise<{ archive: bigint | null; wrong: string[] }> {
  const { rows } = await client.query<Noted>(
    'SELECT * FROM archives WHERE table_name = $1 AND partition = $2 AND restored_at IS NULL',
    [table, partition.name],
  );
  const [noted] = rows;
  if (noted === undefined) return { archive: null, wrong: [`the store has no archive of ${partition.name}`] };
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['lower', noted.lower, partition.lower],
    ['upper', noted.upper, partition.upper],
    ['rows', noted.rows, totals.rows],
    ['earliest', noted.earliest, totals.earliest],
    ['latest', noted.latest, totals.latest],
    ['SHA-256', noted.sha256, sha256],
    ['SHA-256 of the rows', noted.rows_sha256, totals.rowsSha256],
  ];
  const wrong = pairs.flatMap(([name, stored, found]) =>
    String(stored) === String(found) ? [] : [`${name}: the store noted ${String(stored)}, and it is ${String(found)}`],
  );
  if (kept === null) {
    const names = new Set([...Object.keys(noted.sums), ...totals.sums.keys()]);
    const off = [...names].filter((name) => noted.sums[name] !== textOf(totals.sums.get(name)));
    wrong.push(...off.map((name) => `the sums of ${name} are not those that the store noted`));
  }
  return { archive: BigInt(noted.id), wrong };
}
