import type { Transaction } from '../store/database.ts';

/**
 * A statement that can be combined with the ledger's own: one INSERT or UPDATE, with parameters from `$1`, of rows that
 * only this writer writes and the ledger's statement does not touch. Its result is not read.
 */
export interface BesideStatement {
  /** Names the text. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A prepared statement. */
interface Prepared {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Statement texts by name; one per combination of what a batch can write. */
const texts = new Map<string, string>();

/**
 * The ledger's statement combined with others as parts of one `WITH`, because each statement has a high fixed cost on
 * both sides.
 *
 * @param own a statement that begins with `WITH` and has the marker `-- beside` where further parts can be inserted
 */
export function withBeside(own: Prepared, beside: readonly BesideStatement[]): Prepared {
  const name = [own.name, ...beside.map((statement) => statement.name)].join(' ');
  const values = [...own.values, ...beside.flatMap((statement) => statement.values)];
  const known = texts.get(name);
  if (known !== undefined) return { name, text: known, values };
  let before = own.values.length;
  const parts = beside.map((statement, nth) => {
    const text = statement.text.replaceAll(/\$(\d+)/g, (_, place: string) => `$${Number(place) + before}`);
    before += statement.values.length;
    return `, beside_${nth} AS (${text})`;
  });
  const text = own.text.replace('-- beside', parts.join('\n'));
  texts.set(name, text);
  return { name, text, values };
}

/** Sends them alone when the ledger has nothing to write. */
export function sendBeside({ client }: Transaction, beside: readonly BesideStatement[]): Promise<unknown>[] {
  return beside.map(({ name, text, values }) => client.query({ name, text, values: [...values] }));
}

/**
 * Waits for statements that were sent together. Fails with the first failure: later statements of the same transaction
 * only report that it was aborted, and may do so earlier.
 */
export async function allInOrder<Results extends readonly unknown[]>(sent: {
  readonly [Nth in keyof Results]: Promise<Results[Nth]>;
}): Promise<Results> {
  const settled = await Promise.allSettled(sent);
  const results = settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  return results as unknown as Results;
}
