/**
 * PostgreSQL array literals. The driver builds them element by element and quotes each one; hot statements send tens of
 * columns of hundreds of numbers, which would be a large share of the cost of a batch.
 */

const none = 'NULL';

/** An array of whole numbers. */
export function numbersLiteral(values: readonly (bigint | number | null)[]): string {
  let text = '{';
  let separator = '';
  for (const value of values) {
    text += separator + (value ?? none);
    separator = ',';
  }
  return `${text}}`;
}

/** An array of texts. */
export function textsLiteral(values: readonly (string | null)[]): string {
  let text = '{';
  let separator = '';
  for (const value of values) {
    text += separator + (value === null ? none : quoted(value));
    separator = ',';
  }
  return `${text}}`;
}

/** An array of byte strings. */
export function bytesLiteral(values: readonly (Buffer | null)[]): string {
  let text = '{';
  let separator = '';
  for (const value of values) {
    text += separator + (value === null ? none : `"\\\\x${value.toString('hex')}"`);
    separator = ',';
  }
  return `${text}}`;
}

/** Texts that need no quotes; an upper case word could be NULL, so only longer or lower case ones. */
const plain = /^[a-z0-9][a-z0-9_-]*$/;

function quoted(value: string): string {
  if (plain.test(value) && value !== 'null') return value;
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
