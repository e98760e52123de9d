import { describe, expect, it } from 'vitest';
import { isTransactionPasswordForm, transactionPasswordWeakness } from './transaction-password.ts';

describe('the form of a transaction password', () => {
  it.each(['805263', '000000'])('takes %s', (text) => expect(isTransactionPasswordForm(text)).toBe(true));
  it.each(['', '12345', '1234567', '12345a', ' 12345', '１２３４５６', '12345\n', '-12345'])('refuses %j', (text) =>
    expect(isTransactionPasswordForm(text)).toBe(false),
  );
});

describe('the weakness of a transaction password', () => {
  it.each([
    ['111111', 'run'],
    ['123456', 'run'],
    ['987654', 'run'],
    ['890123', 'run'],
    ['135791', 'run'],
    ['121212', 'repeat'],
    ['123123', 'repeat'],
    ['112233', 'repeat'],
    ['111222', 'repeat'],
    ['123321', 'repeat'],
    ['778778', 'repeat'],
    ['900517', 'date'],
    ['170590', 'date'],
    ['051790', 'date'],
    ['290200', 'date'],
    ['199005', 'date'],
    ['052011', 'date'],
  ])('finds %s to be a %s', (password, weakness) => expect(transactionPasswordWeakness(password)).toBe(weakness));

  it.each(['805263', '927401', '320190', '300290', '000590', '183533', '209913', '471906'])(
    'finds nothing in %s',
    (password) => expect(transactionPasswordWeakness(password)).toBeNull(),
  );

  it('leaves most of the million', () => {
    // A step that shares no factor with the million meets every form.
    const sample = Array.from({ length: 20_000 }, (_, at) => String((at * 48_271) % 1_000_000).padStart(6, '0'));
    const left = sample.filter((password) => transactionPasswordWeakness(password) === null);
    expect(left.length / sample.length).toBeGreaterThan(0.85);
  });
});
