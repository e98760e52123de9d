import type { Transaction } from '../store/database.ts';

/**
 * A statement of a batch that can go along with the ledger's own: one INSERT or UPDATE, with parameters from `$1`, of rows
 * that only this writer writes and the ledger's statement does not touch. Nobody reads what it returns.
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

/** Texts by their names; there are as many as combinations of what a batch can leave. */
const texts = new Map<string, string>();

/**
 * One statement of the ledger's and what goes along: parts of one `WITH`, because every statement of a batch costs both
 * sides a good deal beside its rows.
 *
 * @param own a statement that begins with `WITH` and has the mark `-- beside` where further parts can be
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

/** Sends them alone, where the ledger has nothing to write. */
export function sendBeside({ client }: Transaction, beside: readonly BesideStatement[]): Promise<unknown>[] {
  return beside.map(({ name, text, values }) => client.query({ name, text, values: [...values] }));
}
