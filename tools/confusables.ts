import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes the data that nicknames are compared by out of `confusables.txt` of a version of Unicode (UTS 39, section 4): one
 * line per prototype with the characters that look like it, in hexadecimal.
 *
 * node tools/confusables.ts <confusables.txt>
 */
const target = path.join(import.meta.dirname, '../src/server/accounts/account/nicknames/confusables.txt');

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: node tools/confusables.ts <confusables.txt>');
const source = readFileSync(file, 'utf8');
const version = /^# Version: (\d+\.\d+\.\d+)$/mu.exec(source)?.[1];
if (version === undefined) throw new Error(`${file} names no version of Unicode`);

const byPrototype = new Map<string, string[]>();
for (const line of source.split('\n')) {
  const [, from, to] = /^\s*([0-9A-F]+) ;\s([0-9A-F ]+?) ;\sMA\s/u.exec(line) ?? [];
  if (from === undefined || to === undefined) continue;
  byPrototype.set(to, [...(byPrototype.get(to) ?? []), from]);
}
const total = Number(/^# total: (\d+)$/mu.exec(source)?.[1]);
const read = [...byPrototype.values()].flat().length;
if (read !== total) throw new Error(`${read} of ${total} characters were read`);

const lines = [...byPrototype].map(([to, from]) => `${to}:${from.join(' ')}`);
writeFileSync(
  target,
  `# Unicode ${version}, confusables.txt of UTS 39, by tools/confusables.ts. © Unicode, Inc., see unicode.org/license.txt\n${lines.join('\n')}\n`,
);
