import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type AreaMessages, catalogueFaults, clashingTranslations } from './words.ts';

const said = (area: string, locale: string, translation: string): AreaMessages => ({
  area,
  locale,
  words: new Map([['close', { message: 'Close', translation }]]),
});

it('finds a message that two areas say in two ways in one language, and no other', () => {
  expect(
    clashingTranslations([said('shell', 'zh', '关闭'), said('trade', 'zh', '关闭'), said('shell', 'ty', 'ปิด')]),
  ).toEqual([]);
  expect(clashingTranslations([said('shell', 'zh', '关闭'), said('contracts', 'zh', '平仓')])).toEqual([
    'zh: "Close" is "关闭" in shell, "平仓" in contracts: say the same, or give one a context',
  ]);
});

it('takes what files say that were read before from there', async () => {
  const files = globSync('src/app/**/*.{ts,tsx}').map((file) => path.resolve(file));
  const said = new Map<string, readonly string[]>(files.map((file) => [file, []]));
  said.set(path.resolve('src/app/main.tsx'), ['nobody says this']);
  expect(await catalogueFaults(said)).toEqual([
    expect.stringMatching(/locales\/\{locale\}\/shell: "nobody says this" lacks zh en jp hk hy yn ty$/),
  ]);
}, 60_000);
