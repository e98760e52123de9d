import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../../../tests/depth.ts';
import { callingCodes } from './calling-codes.ts';
import { maskEmail, maskPhone, normaliseEmail, normalisePhone } from './contact.ts';
import { deviceName } from '../device.ts';
import { isStrongPassword } from '../passwords/password-strength.ts';

describe('emails', () => {
  it('accepts complete ones in one normal form', () => {
    expect(normaliseEmail('  Mei.Lin+x@Example.COM ')).toBe('mei.lin+x@example.com');
    expect(normaliseEmail('mei@bücher.example')).toBe('mei@xn--bcher-kva.example');
  });

  it('refuses incomplete ones, and those a mail server could misread', () => {
    for (const text of [
      'mei',
      'mei@',
      '@a.example',
      'mei@example',
      'a@b@c.example',
      'a b@c.example',
      'a..b@c.example',
    ]) {
      expect([text, normaliseEmail(text)]).toEqual([text, null]);
    }
    for (const text of ['a\r\nBcc: x@c.example', '"a"@c.example', '<a@c.example>', `${'a'.repeat(65)}@c.example`]) {
      expect([text, normaliseEmail(text)]).toEqual([text, null]);
    }
  });

  it('is stable', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        const once = normaliseEmail(text);
        expect(once === null ? null : normaliseEmail(once)).toBe(once);
      }),
      { numRuns: allRuns(200) },
    );
  });
});

describe('phones', () => {
  it('follows the rule of the product in mainland China', () => {
    expect(normalisePhone('CN', '138 1234 5678')).toBe('+8613812345678');
    expect(normalisePhone('CN', '+86 13812345678')).toBe('+8613812345678');
    for (const text of ['12812345678', '1381234567', '138123456789', '', 'abc']) {
      expect([text, normalisePhone('CN', text)]).toEqual([text, null]);
    }
  });

  it('follows the plan of other countries', () => {
    expect(normalisePhone('JP', '090-1234-5678')).toBe('+819012345678');
    expect(normalisePhone('DE', '0151 23456789')).toBe('+4915123456789');
    expect(normalisePhone('JP', '12')).toBeNull();
    expect(normalisePhone('XX', '090-1234-5678')).toBeNull();
  });

  it.each([
    ['DE', '+49 (0) 176 1234 5678', '+4917612345678'],
    ['JP', '+49 (0) 176 1234 5678', '+4917612345678'],
    ['DE', '0049 (0)176\u20111234\u00A05678', '+4917612345678'],
    ['DE', '(0176) 1234/5678', '+4917612345678'],
    ['GB', '+44\u200B (0)7911 123456', '+447911123456'],
    ['IT', '+39 (0) 347 123 4567', '+393471234567'],
    ['CN', '\u202A+86 (0) 138\u20101234\u20105678\u202C', '+8613812345678'],
    ['CN', '１３８１２３４５６７８', '+8613812345678'],
    ['EG', '٠١٠٠١٢٣٤٥٦٧', '+201001234567'],
  ])('in %s reads %j as %s', (country, typed, meant) => {
    expect(normalisePhone(country, typed)).toBe(meant);
  });

  it('cuts none, however long it is', () => {
    expect(normalisePhone('DE', '+49 176 1234 5678 9999')).toBeNull();
    expect(normalisePhone('DE', '+49 176 1234 5678 ext 9')).toBeNull();
  });

  it('knows all calling codes, each with a valid example', () => {
    expect(callingCodes.length).toBeGreaterThan(200);
    expect(callingCodes.find(({ country }) => country === 'TH')?.callingCode).toBe('+66');
    for (const { country, example } of callingCodes) {
      if (example !== null) expect([country, normalisePhone(country, example)]).not.toEqual([country, null]);
    }
  });
});

it('masks contacts', () => {
  expect(maskEmail('meilin@example.com')).toBe('me•••@example.com');
  expect(maskEmail('me@example.com')).toBe('m•••@example.com');
  expect(maskPhone('+8613812345678')).toBe('+86 •••• 5678');
});

it('names devices', () => {
  const chrome = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/148.0.0.0 Mobile Safari/537.36';
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/1 Safari/604';
  expect(deviceName(chrome)).toBe('Chrome · Android');
  expect(deviceName(safari)).toBe('Safari · iPhone');
  expect(deviceName('curl/8.5.0')).toBe('curl');
  expect(deviceName('')).toBe('?');
});

it('refuses passwords that are too simple, too short, too long or based on the user’s name', async () => {
  for (const password of ['123456', 'password', 'qwerty123', 'abcdef', 'aaaaaaaa', '11111111', 'a1b2', 'P@ssw0rd']) {
    expect([password, await isStrongPassword(password, [])]).toEqual([password, false]);
  }
  expect(await isStrongPassword('meilinwong', ['meilinwong@example.com'])).toBe(false);
  expect(await isStrongPassword('correct-horse-bat!x', [])).toBe(false);
  expect(await isStrongPassword('Kranich-47-see', ['mei@example.com'])).toBe(true);
});
