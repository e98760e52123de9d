import { expect, it } from 'vitest';
import { hotp, totpStep, totpStepMs, totpText, totpUri } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

it('makes the codes of RFC 4226, appendix D', () => {
  const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ');
  expect(codes.map((_, counter) => hotp(secret, counter))).toEqual(codes);
});

it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('makes the code of RFC 6238, appendix B, at %i', (seconds, code) => {
  expect(hotp(secret, Math.floor((seconds * 1_000) / totpStepMs), 8)).toBe(code);
});

it('accepts the code of the previous, the current and the next step, each once', () => {
  const step = 1_000;
  const now = step * totpStepMs + 1;
  const at = (other: number) => totpStep(secret, hotp(secret, other), 0, now);
  expect([step - 2, step - 1, step, step + 1, step + 2].map(at)).toEqual([null, step - 1, step, step + 1, null]);
  expect(totpStep(secret, hotp(secret, step), step, now)).toBeNull();
  expect(totpStep(secret, hotp(secret, step - 1), step, now)).toBeNull();
  for (const nonsense of ['', '12345', '1234567', 'abcdef', '１２３４５６']) {
    expect(totpStep(secret, nonsense, 0, now)).toBeNull();
  }
});

it('exports its secret in authenticator format', () => {
  expect(totpText(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(totpUri(secret, 'Dunlin', 'mei@example.com')).toBe(
    'otpauth://totp/Dunlin:mei%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Dunlin&algorithm=SHA1&digits=6&period=30',
  );
});
