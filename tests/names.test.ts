import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calls } from '#protocol/calls.ts';

/**
 * Every field of a call that gives a name, and the rule that it passes. What others read of a user by a user's own choice
 * is the nickname alone: chat, teams, adverts and orders show it.
 */
const rules: Readonly<Record<string, string>> = {
  'PUT nickName.nickname': 'checkedNickname, and takeNickname for what it looks like',
  'POST verify.firstName': 'userName; a reviewer compares it with the document before anybody reads it',
  'POST verify.lastName': 'userName; a reviewer compares it with the document before anybody reads it',
  'POST cnyPayAdd.holder': 'the verified name',
  'POST addCoinApply.name': 'staff alone reads it, and decides what is listed',
  'POST addCoinApply.englishName': 'staff alone reads it, and decides what is listed',
  'POST worker/order/add.title': 'staff alone reads it',
  'POST bindAccount.name': 'its owner alone reads it',
  'POST bindAccount.label': 'its owner alone reads it',
  'POST quant/create.name': 'its owner alone reads it',
  'PUT quant/create.name': 'its owner alone reads it',
  'GET getChatList.name': 'a search',
};

interface Schema {
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly options?: readonly Schema[];
  readonly pipe?: readonly Schema[];
}

function namesIn(schema: Schema | string): string[] {
  if (typeof schema !== 'object') return [];
  const { entries = {}, wrapped, item, options = [], pipe = [] } = schema;
  const own = Object.keys(entries).filter((field) => /name|nick|title|label|alias|holder/iu.test(field));
  // The first part of a pipe is its schema itself.
  const below = [...Object.values(entries), wrapped, item, ...options, ...pipe.slice(1)];
  return [...own, ...below.flatMap((one) => (one === undefined ? [] : namesIn(one)))];
}

test('every name that a call gives has a rule', () => {
  const found = Object.entries(calls).flatMap(([call, { input }]) =>
    namesIn(input as unknown as Schema).map((field) => `${call}.${field}`),
  );
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(rules).toSorted());
});

test('one file writes nicknames, beside the merchants of practice mode', () => {
  const writes = /nickname_key\s*=|INSERT INTO users \([^)]*nickname|\.set\(\{[^}]*nickname/u;
  const files = globSync('src/server/**/*.ts').filter(
    (file) => !file.includes('.test.') && !file.includes('testing') && writes.test(readFileSync(file, 'utf8')),
  );
  expect(files.toSorted()).toEqual([
    'src/server/accounts/account/nicknames/nicknames.ts',
    'src/server/practice/p2p/founding.ts',
  ]);
});
