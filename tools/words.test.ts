import { expect, it } from 'vitest';
import { type AreaMessages, clashingTranslations } from './words.ts';

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
