import { type Dealing, dealings } from '#protocol/core/call.ts';
import { formerProductNames } from '#protocol/core/products.ts';

/**
 * How the tables of stops and switches spell what products and dealings are called in code. They keep the names from
 * before, so that the version before reads and writes the same rows while both run. The log says the names of its day.
 */
const spellings: ReadonlyMap<string, string> = new Map(Object.entries(formerProductNames));
const named: ReadonlyMap<string, Dealing> = new Map(dealings.map((dealing) => [storedName(dealing), dealing]));

/** The spelling of a product or dealing in the store. */
export function storedName(dealing: Dealing): string {
  return spellings.get(dealing) ?? dealing;
}

/** What a stored spelling stands for; undefined for one of another version. */
export function dealingStoredAs(spelling: string): Dealing | undefined {
  return named.get(spelling);
}
