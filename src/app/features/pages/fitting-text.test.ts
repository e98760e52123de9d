import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakable, fitText, linesOf } from './fitting-text.ts';

/** Every letter is as wide as its size. */
const wide = (size: number) => (text: string) => text.length * size;

describe('lines of a text', () => {
  it('are broken between words', () => {
    expect(linesOf('Trade with me on Dunlin.', 10, wide(1), 'en')).toEqual(['Trade with', 'me on', 'Dunlin.']);
    expect(linesOf('Giao dịch cùng tôi', 10, wide(1), 'vi')).toEqual(['Giao dịch', 'cùng tôi']);
    expect(linesOf('나와 함께 거래하세요', 6, wide(1), 'ko')).toEqual(['나와 함께', '거래하세요']);
  });

  it('are broken without spaces in languages that have none, never before a closing mark', () => {
    for (const [text, tag] of [
      ['在手机上交易加密货币，没有网络也能打开。', 'zh-Hans'],
      ['スマートフォンで暗号資産を取引。ネットワークがなくても開けます。', 'ja'],
      ['ซื้อขายคริปโตบนโทรศัพท์ของคุณ แม้ไม่มีเครือข่าย', 'th'],
    ] as const) {
      const lines = linesOf(text, 8, wide(1), tag);
      expect(lines.length).toBeGreaterThan(2);
      expect(lines.every((line) => line.length <= 8)).toBe(true);
      expect(lines.some((line) => /^[，。、]/u.test(line))).toBe(false);
    }
  });

  it('keep numbers and names of pairs whole', () => {
    expect(breakable('Trade BTC/USDT from 0.1 %', 'en')).toEqual(['Trade ', 'BTC/USDT ', 'from ', '0.1 %']);
  });

  it('break a word that is wider than the line', () => {
    expect(linesOf('abcdefghij', 4, wide(1), 'en')).toEqual(['abcd', 'efgh', 'ij']);
  });

  it('are never empty where two blanks meet a break', () => {
    expect(linesOf('𐀀  !', 1, wide(1), 'en')).toEqual(['𐀀', '!']);
  });

  it('lose no letter', () => {
    const tags = fc.constantFrom('en', 'zh-Hans', 'ja', 'ko', 'th', 'vi');
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        tags,
        fc.integer({ min: 1, max: 20 }),
        (text, tag, width) => {
          const lines = linesOf(text, width, wide(1), tag);
          expect(lines.join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''));
          expect(lines).not.toContain('');
        },
      ),
    );
  });
});

describe('a text in a box', () => {
  it('has the largest size it fits in', () => {
    expect(fitText('one two three', { width: 10, lines: 2 }, [3, 2, 1], wide, 'en')).toEqual({
      lines: ['one two', 'three'],
      size: 1,
    });
    expect(fitText('one', { width: 10, lines: 2 }, [3, 2, 1], wide, 'en').size).toBe(3);
  });

  it('is cut off with an ellipsis when no size is small enough', () => {
    expect(fitText('one two three four', { width: 8, lines: 1 }, [2, 1], wide, 'en')).toEqual({
      lines: ['one two…'],
      size: 1,
    });
  });
});
