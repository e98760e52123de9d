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
    ['010135', 'date'],
    ['198499', 'date'],
    ['771984', 'date'],
    ['159753', 'common'],
    ['147258', 'common'],
    ['314159', 'common'],
  ])('finds %s to be a %s', (password, weakness) => expect(transactionPasswordWeakness(password)).toBe(weakness));

  it.each(['805263', '927401', '320190', '300290', '000590', '183533', '209913', '471906'])(
    'finds nothing in %s',
    (password) => expect(transactionPasswordWeakness(password)).toBeNull(),
  );

  it('finds the hundred that users choose most', () => {
    const commonest = (
      '123456 111111 123123 654321 000000 666666 121212 112233 789456 159753 777777 101010 555555 222222 131313 ' +
      '999999 888888 696969 123321 333333 987654 147258 456789 232323 444444 252525 112358 147852 159357 456123 ' +
      '212121 789123 741852 963852 321321 420420 123654 753951 258456 142536 246810 102030 010203 741963 852456 ' +
      '321654 951753 987321 741258 963258 456321 654123 147369 369258 258369 852963 357159 753159 951357 520520 ' +
      '521521 131420 520131 201314 110110 119911 168168 147896 789654 789321 321456 123789 987456 456987 654789 ' +
      '987123 159951 123457 112211 221122 314159 271828 007007 909090 124578 235689 134679 142857 135790 246824 ' +
      '867530 121314 131415 100000 200000 100100 520999 521314 584520 666888 888666'
    ).split(' ');
    expect(commonest.length).toBeGreaterThanOrEqual(100);
    expect(commonest.filter((password) => transactionPasswordWeakness(password) === null)).toEqual([]);
  });

  it('leaves most of the million', () => {
    // A step that shares no factor with the million meets every form.
    const sample = Array.from({ length: 20_000 }, (_, at) => String((at * 48_271) % 1_000_000).padStart(6, '0'));
    const left = sample.filter((password) => transactionPasswordWeakness(password) === null);
    expect(left.length / sample.length).toBeGreaterThan(0.85);
  });
});
