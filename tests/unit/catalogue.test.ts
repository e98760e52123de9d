import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CodeName, codes } from '#protocol/core/codes.ts';
import * as limits from '#protocol/core/limits.ts';

const root = path.join(import.meta.dirname, '../..');
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || /(?:^|\/)testing[\w-]*\.tsx?$/.test(file);

function textOf(pattern: string, wanted: (file: string) => boolean): string {
  return globSync(pattern, { cwd: root })
    .filter(wanted)
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
}

/** Names every code that sends the app to another page, refused with or not. */
const envelope = 'src/server/http/envelope.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.match(/\w+/g));

/** Codes that nothing refuses with, and why. */
const neverRefused: Partial<Record<CodeName, string>> = {
  liquidationRiskTooHigh: 'an order that its margin does not carry is refused with insufficientFunds',
  merchantNicknameTaken: 'a merchant trades under the nickname of the account: nicknameTaken',
  transferInsufficientAfterFee: 'transfers have no fee (spec point 9)',
  cannotCancelWhileMatching: 'matching and cancelling are one step after the other: no order is ever in between',
  bindPhoneFirst: 'a linked email serves wherever a phone does: bindEmailFirst',
};

const listed = new Set<string>(Object.keys(neverRefused));

describe('the limits', () => {
  it('are all used', () => {
    const used = words(
      textOf('{src,sw}/**/*.{ts,tsx}', (file) => !isTest(file) && file !== 'src/protocol/core/limits.ts'),
    );
    expect(Object.keys(limits).filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('the error catalogue', () => {
  const thrown = words(textOf('src/server/**/*.ts', (file) => !isTest(file) && file !== envelope));
  const tested = words(textOf('{src,tests,sw}/**/*.{ts,tsx}', (file) => /\.test\.tsx?$/.test(file)));
  const names = Object.keys(codes) as CodeName[];

  it('has every code refused with somewhere, or listed with its reason', () => {
    expect(names.filter((name) => !thrown.has(name) && !listed.has(name))).toEqual([]);
    expect(names.filter((name) => thrown.has(name) && listed.has(name))).toEqual([]);
  });

  it('has every code that can be refused with reached by a test', () => {
    const reachable = names.filter((name) => !listed.has(name));
    expect(reachable.filter((name) => !tested.has(name) && !tested.has(String(codes[name])))).toEqual([]);
  });
});
