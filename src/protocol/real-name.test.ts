import { describe, expect, it } from 'vitest';
import { documentNumber, userName } from './real-name.ts';

describe('numbers of documents', () => {
  it('of a Chinese resident ID have their check digit and their date right', () => {
    const check = (typed: string) => documentNumber('id-card', 'CN', typed);
    expect(check('11010519491231002X')).toBe('11010519491231002X');
    expect(check(' 110105 19491231 002x ')).toBe('11010519491231002X');
    for (let digit = 0; digit <= 9; digit += 1) expect(check(`11010519491231002${digit}`)).toBeNull();
    // Any single digit that is wrong, and any two that changed places, are found.
    const right = '11010519491231002X';
    for (let at = 0; at < 17; at += 1) {
      const wrong = right.slice(0, at) + String((Number(right[at]) + 1) % 10) + right.slice(at + 1);
      expect(check(wrong), wrong).toBeNull();
    }
    for (const date of ['19490230', '19491301', '18991231', '19490100']) {
      for (const last of '0123456789X') expect(check(`110105${date}002${last}`)).toBeNull();
    }
    for (const typed of ['', '110105194912310', '01010519491231002X', '11010519491231002XX']) {
      expect(check(typed)).toBeNull();
    }
  });

  it('of a passport are 6 to 9 letters and digits, of any country', () => {
    const check = (typed: string) => documentNumber('passport', 'CN', typed);
    expect(check('e12345678')).toBe('E12345678');
    expect(check('EA 123 456')).toBe('EA123456');
    expect(check('Ｅ１２３４５６７８')).toBe('E12345678');
    for (const typed of ['', 'E1234', 'E123456789', 'ABCDEF', 'E1234567ß', 'E12345<78', 'Ё12345678']) {
      expect(check(typed), typed).toBeNull();
    }
  });

  it('of another card are 4 to 20 letters and digits', () => {
    const check = (typed: string) => documentNumber('id-card', 'DE', typed);
    expect(check('t22000129')).toBe('T22000129');
    expect(check('123.456/78-90')).toBe('1234567890');
    for (const typed of ['', '12', 'ABCDE', '1'.repeat(21), '1'.repeat(25), '12345\u0000', '<b>12345</b>']) {
      expect(check(typed), typed).toBeNull();
    }
  });
});

describe('names', () => {
  it('are letters of any script, composed, without stray spaces', () => {
    for (const name of ['Ada', '小明', "O'Neil", 'Anne-Marie', '阿依古丽·买买提', 'Nguyễn Văn', 'ปรีชา', 'J. R.']) {
      expect(userName(name), name).toBe(name.normalize('NFC'));
    }
    expect(userName('  Mei \u3000 Lin ')).toBe('Mei Lin');
    expect(userName('Jose\u0301')).toBe('José');
  });

  it('hold nothing else', () => {
    for (const typed of ['', ' ', '-', '1', 'Ada1', 'Ada\u202E', 'Ada\nB', '<b>', 'Ada\u200B', '😀', 'a'.repeat(61)]) {
      expect(userName(typed), typed).toBeNull();
    }
  });
});
