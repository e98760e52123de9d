import { createHash } from 'node:crypto';
import type { PartitionedTable, GroupSums } from './partitioned.ts';

/** A row as texts, in the order of its table's columns. */
export type Row = readonly (string | null)[];

/** What some rows come to. */
export interface Totals {
  readonly rows: number;
  /** Times of the oldest and of the newest row, in epoch milliseconds; null without rows. */
  readonly earliest: number | null;
  readonly latest: number | null;
  readonly lowest: bigint | null;
  readonly highest: bigint | null;
  /** SHA-256 of the rows as they stand in a file. */
  readonly rowsSha256: string;
  /** By the texts of what is summed by, with spaces between them. */
  readonly sums: ReadonlyMap<string, GroupSums>;
}

/** The line of a row in a file. */
const lineOf = (row: Row) => `${JSON.stringify(row)}\n`;

/** Adds up rows. It keeps a sum per account or pair, and nothing of the rows. */
export class Tally {
  readonly #hash = createHash('sha256');
  readonly #sums = new Map<string, { amounts: (bigint | null)[]; last: bigint }>();
  readonly #places: {
    readonly key: number;
    readonly time: number;
    readonly last: number;
    readonly by: readonly number[];
    readonly of: readonly number[];
  };
  #rows = 0;
  #times: { earliest: number; latest: number } | null = null;
  #keys: { lowest: bigint; highest: bigint } | null = null;

  /** @param columns of the rows, in their order */
  constructor({ key, time, sums }: PartitionedTable, columns: readonly string[]) {
    const placeOf = (name: string) => {
      const place = columns.indexOf(name);
      if (place < 0) throw new Error(`rows without ${name}`);
      return place;
    };
    this.#places = {
      key: placeOf(key),
      time: placeOf(time),
      last: placeOf(sums.last),
      by: sums.by.map(placeOf),
      of: sums.of.map(placeOf),
    };
  }

  /** @returns the line of the row */
  add(row: Row): string {
    const { key: keyPlace, time, last: lastPlace, by, of } = this.#places;
    const line = lineOf(row);
    this.#hash.update(line);
    this.#rows += 1;
    const [at, key] = [Number(row[time]), BigInt(row[keyPlace] ?? 0)];
    const { earliest, latest } = this.#times ?? { earliest: at, latest: at };
    this.#times = { earliest: Math.min(earliest, at), latest: Math.max(latest, at) };
    const { lowest, highest } = this.#keys ?? { lowest: key, highest: key };
    this.#keys = { lowest: key < lowest ? key : lowest, highest: key > highest ? key : highest };
    const name = by.map((place) => row[place]).join(' ');
    const last = BigInt(row[lastPlace] ?? 0);
    const sums = this.#sums.get(name) ?? { amounts: of.map(() => null), last };
    if (last > sums.last) sums.last = last;
    for (const [nth, place] of of.entries()) {
      const amount = BigInt(row[place] ?? 0);
      if (amount !== 0n) sums.amounts[nth] = (sums.amounts[nth] ?? 0n) + amount;
    }
    this.#sums.set(name, sums);
    return line;
  }

  /** What was added; nothing can be added after. */
  totals(): Totals {
    return {
      rows: this.#rows,
      earliest: this.#times?.earliest ?? null,
      latest: this.#times?.latest ?? null,
      lowest: this.#keys?.lowest ?? null,
      highest: this.#keys?.highest ?? null,
      rowsSha256: this.#hash.digest('hex'),
      sums: this.#sums,
    };
  }
}

/** How two totals of the same rows differ, to an operator; empty when they do not. */
export function differences(said: Totals, found: Totals): string[] {
  const plain = (['rows', 'earliest', 'latest', 'lowest', 'highest', 'rowsSha256'] as const).flatMap((name) =>
    said[name] === found[name] ? [] : [`${name}: ${said[name]} is said and ${found[name]} found`],
  );
  const names = new Set([...said.sums.keys(), ...found.sums.keys()]);
  const wrong = [...names].filter((name) => textOf(said.sums.get(name)) !== textOf(found.sums.get(name)));
  const [first] = wrong;
  if (first === undefined) return plain;
  const texts = `${textOf(said.sums.get(first))} is said and ${textOf(found.sums.get(first))} found`;
  return [...plain, `sums of ${first}: ${texts}${wrong.length > 1 ? `, and ${wrong.length - 1} more` : ''}`];
}

/** As in `30/-/- up to 71`. */
export function textOf(sums: GroupSums | undefined): string {
  return sums === undefined ? 'nothing' : `${sums.amounts.map((sum) => sum ?? '-').join('/')} up to ${sums.last}`;
}
