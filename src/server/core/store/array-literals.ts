/**
 * Arrays as PostgreSQL reads them from text. The driver makes them element by element and quotes every one; hot
 * statements send tens of columns of hundreds of numbers, and building those is a good part of what a batch costs here.
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

/** Texts that mean themselves without quotes; an upper case word could be NULL, so only longer or lower case ones. */
const plain = /^[a-z0-9][a-z0-9_-]*$/;

function quoted(value: string): string {
  if (plain.test(value) && value !== 'null') return value;
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
