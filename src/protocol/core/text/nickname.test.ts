import { expect, test } from 'vitest';
import { nicknameFault } from './nickname.ts';

test.each([
  'Mei Lin',
  'Trader 5118',
  'Hỗ Bình',
  "O'Brien",
  'a_b-c.d',
  'J. & K.',
  '小明 Ming',
  'サクラさくら櫻Sakura',
  'ㄅㄆ小明',
  '김현우 Kim',
  'สมชาย 5',
  'Иван',
  'Μαρία',
  'יעל',
  'محمد',
  '1234',
])('%s is a nickname', (nickname) => {
  expect(nicknameFault(nickname)).toBeNull();
});

test.each([
  ['GoldTrаder', 'mixed-scripts'],
  ['sυpport', 'mixed-scripts'],
  ['Ꭺdmin', 'mixed-scripts'],
  ['ᎪᎠ', 'mixed-scripts'],
  ['さくら김', 'mixed-scripts'],
  ['สมชาย Som', 'mixed-scripts'],
  ['Gold ✓', 'characters'],
  ['Gold ✅', 'characters'],
  ['客☆服', 'characters'],
  ['官/方', 'characters'],
  ['...', 'characters'],
  ['a', 'too-short'],
  ['a'.repeat(21), 'too-long'],
])('%s is none: %s', (nickname, fault) => {
  expect(nicknameFault(nickname)).toBe(fault);
});
