import { createHash } from 'node:crypto';
import type { LaunchpadManner } from '#protocol/launchpad/entities/words.ts';

/**
 * Shares pieces among lines in proportion to what each wanted, by largest remainder.
 *
 * Where all that is wanted is there, everybody gets all. Otherwise a line's exact share is `wanted × pieces / total`; it
 * gets the whole part, and the pieces that are left over go one each to the lines with the largest remainder, of equal
 * ones to the earlier line. Nobody gets more than wanted: an exact share is below what was wanted, and both are whole.
 *
 * @param wanted pieces by line, each above zero
 * @param pieces for sale, above zero
 * @returns pieces by line; their sum is the smaller of `pieces` and all that was wanted
 */
export function allot(wanted: readonly bigint[], pieces: bigint): bigint[] {
  const total = wanted.reduce((sum, one) => sum + one, 0n);
  if (total <= pieces) return [...wanted];
  const remainders: bigint[] = [];
  let left = pieces;
  const shares = wanted.map((one) => {
    const exact = one * pieces;
    const whole = exact / total;
    remainders.push(exact - whole * total);
    left -= whole;
    return whole;
  });
  const order = wanted
    .map((_, nth) => nth)
    .toSorted((a, b) => {
      const difference = (remainders[b] ?? 0n) - (remainders[a] ?? 0n);
      return difference > 0n ? 1 : difference < 0n ? -1 : a - b;
    });
  for (const nth of order.slice(0, Number(left))) shares[nth] = (shares[nth] ?? 0n) + 1n;
  return shares;
}

/** The terms that the first line of a published list carries; decimals in wire format. */
interface ListTerms {
  readonly id: string;
  readonly coin: string;
  readonly quote: string;
  readonly manner: LaunchpadManner;
  readonly pieces: bigint;
  readonly piece: string;
  readonly pieceCost: string;
  readonly people: number;
}

/** The first line of the published list. */
export function listHeader(terms: ListTerms): string {
  const { id, coin, quote, manner, pieces, piece, pieceCost, people } = terms;
  return `subscription ${id} ${manner} pieces ${pieces} piece ${piece} ${coin} cost ${pieceCost} ${quote} people ${people}`;
}

/** One line of the published list. */
export interface ListLine {
  readonly line: number;
  readonly wanted: bigint;
  readonly allotted: bigint;
}

/** A line as it is published and hashed. */
export function listLine({ line, wanted, allotted }: ListLine): string {
  return `${line} ${wanted} ${allotted}`;
}

/** SHA-256 in hex over the header and all lines in order, each ended by a line feed. */
export function listHash(header: string, lines: Iterable<ListLine>): string {
  const hash = createHash('sha256').update(`${header}\n`);
  for (const line of lines) hash.update(`${listLine(line)}\n`);
  return hash.digest('hex');
}
