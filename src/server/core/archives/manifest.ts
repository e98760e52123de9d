import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { ArchiveFault, type FileTotals, writeDurably } from './archive-file.ts';
import type { Partition, GroupSums } from './partitioned.ts';

/** What a manifest says of a file. */
export interface Manifest extends FileTotals {
  readonly table: string;
  readonly partition: Partition;
  readonly columns: readonly string[];
}

const digits = v.pipe(v.string(), v.regex(/^-?\d{1,40}$/));
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const count = v.pipe(v.number(), v.integer());

const header = v.object({
  format: v.literal(1),
  table: v.string(),
  partition: v.string(),
  lower: v.nullable(digits),
  upper: digits,
  columns: v.array(v.string()),
  rows: count,
  earliest: v.nullable(count),
  latest: v.nullable(count),
  lowest: v.nullable(digits),
  highest: v.nullable(digits),
  sha256: digest,
  rowsSha256: digest,
});
const sumsLine = v.tuple([v.string(), v.array(v.nullable(digits)), digits]);

/** The name of the manifest beside a file. */
export const manifestFile = (file: string) => `${file}.manifest`;

/** Writes the manifest of a file: a line of facts, then one per account or pair with its sums. */
export async function writeManifest(file: string, manifest: Manifest): Promise<void> {
  async function* lines() {
    const { table, partition, columns, sha256, totals } = manifest;
    const { sums, lowest, highest, ...plain } = totals;
    const bounds = { lower: partition.lower, upper: partition.upper, lowest, highest };
    const keys = Object.entries(bounds).map(([name, bound]) => [name, bound === null ? null : String(bound)]);
    const facts = {
      format: 1,
      table,
      partition: partition.name,
      ...Object.fromEntries(keys),
      columns,
      sha256,
      ...plain,
    };
    yield `${JSON.stringify(facts)}\n`;
    for (const [name, { amounts, last }] of sums) {
      const texts = amounts.map((amount) => (amount === null ? null : String(amount)));
      yield `${JSON.stringify([name, texts, String(last)])}\n`;
    }
  }
  await writeDurably(manifestFile(file), lines());
}

/**
 * Reads the manifest of a file.
 *
 * @throws ArchiveFault when there is none, or it is none
 */
export async function readManifest(file: string): Promise<Manifest> {
  const manifest = manifestFile(file);
  let facts: v.InferOutput<typeof header> | null = null;
  const sums = new Map<string, GroupSums>();
  try {
    for await (const line of createInterface({ input: createReadStream(manifest), crlfDelay: Infinity })) {
      if (facts === null) facts = v.parse(header, JSON.parse(line));
      else {
        const [name, amounts, last] = v.parse(sumsLine, JSON.parse(line));
        sums.set(name, { amounts: amounts.map(boundOf), last: BigInt(last) });
      }
    }
  } catch (error) {
    throw new ArchiveFault(`${manifest} cannot be read as a manifest`, { cause: error });
  }
  if (facts === null) throw new ArchiveFault(`${manifest} is empty`);
  const { table, partition, columns, sha256, rows, earliest, latest, rowsSha256 } = facts;
  const [lower, upper] = [boundOf(facts.lower), BigInt(facts.upper)];
  const [lowest, highest] = [boundOf(facts.lowest), boundOf(facts.highest)];
  const totals = { rows, earliest, latest, lowest, highest, rowsSha256, sums };
  return { table, partition: { name: partition, lower, upper }, columns, sha256, totals };
}

const boundOf = (text: string | null) => (text === null ? null : BigInt(text));
