import { createHash } from 'node:crypto';
import path from 'node:path';

/** A class name must not begin with a digit, so its first letter comes from fewer. */
const letters = 'abcdefghijklmnopqrstuvwxyz';
const signs = `${letters}0123456789`;
const signCount = 4;

const taken = new Map<string, string>();

/**
 * The name of a CSS module's class in the built page: five letters in place of the some twenty that would tell where it
 * comes from, since names are half of what small modules of style and their scripts weigh.
 *
 * @param name of the class in its file
 * @param file the CSS module, in the project
 * @throws when two classes would share a name
 */
export function shortClassName(name: string, file: string): string {
  const source = `${path.relative(process.cwd(), file.split('?')[0] ?? file)}:${name}`;
  const digest = createHash('sha256').update(source).digest();
  let short = letters[(digest[0] ?? 0) % letters.length] ?? 'a';
  for (const byte of digest.subarray(1, 1 + signCount)) short += signs[byte % signs.length] ?? 'a';
  const other = taken.get(short);
  if (other !== undefined && other !== source) throw new Error(`${source} and ${other} share the class ${short}`);
  taken.set(short, source);
  return short;
}
