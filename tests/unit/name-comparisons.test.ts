import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
/** Where the rule is. */
const rule = 'src/protocol/accounts/real-name.ts';

/** Holders of sessions, locks, duties and balances. */
const noPeople = /^src\/(?:hub|server\/(?:core|cluster|custody|http|markets))\//u;

/** Real names, as code and columns call them. */
const names = '(?:holder|holderName|firstName|lastName|realName|fullName|verifiedName)';
const columns = '(?:first_name|last_name)';
/** Absence and emptiness, which are no names. */
const absent = String.raw`(?:null\b|undefined\b|''|"")`;
const compared = [
  new RegExp(String.raw`\b${names}(?:\.trim\(\))? [!=]==(?! ${absent})`, 'u'),
  new RegExp(String.raw`(?<!${absent}) [!=]== (?:\w+\??\.)*${names}\b`, 'u'),
  new RegExp(String.raw`\b${names}\.(?:localeCompare|normalize|includes|startsWith|toLowerCase)\(`, 'u'),
  new RegExp(
    String.raw`\b${columns}\)? (?:=|<>|ILIKE|LIKE|IS)|(?:=|<>|LIKE|FROM) (?:lower\()?(?:\w+\.)?${columns}\b`,
    'u',
  ),
];

const isCompared = (line: string) => compared.some((one) => one.test(line));

it('finds a comparison of names', () => {
  for (const line of [
    'if (input.holder === name.firstName) return;',
    'holder.trim() !== known',
    'given === row.lastName',
    'holder.localeCompare(other)',
    'AND v.first_name = $2',
    'WHERE lower(last_name) = lower($1)',
    'ON a.first_name = b.first_name',
  ]) {
    expect(isCompared(line), line).toBe(true);
  }
  for (const line of [
    "holder.trim() === ''",
    'if (holder === null)',
    'firstName !== null && lastName !== null',
    'const holder = userName(x);',
  ]) {
    expect(isCompared(line), line).toBe(false);
  }
});

it('names are compared by their keys alone, in page and exchange', () => {
  const found = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => file !== rule && !noPeople.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => (isCompared(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
});
