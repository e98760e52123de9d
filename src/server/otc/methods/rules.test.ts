import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isCardNumber } from '../../../protocol/collection-account.ts';
import { checkMethod, isOwnName, maskedAccount } from './rules.ts';

const mei = { firstName: 'Mei', lastName: 'Lin' };
const card = '4539578763621486';

it('takes the verified name alone, however it is written', () => {
  for (const holder of ['Mei Lin', 'LIN MEI', 'mei·lin', 'ＭＥＩ Lin']) expect(isOwnName(holder, mei)).toBe(true);
  for (const holder of ['Mei', 'Mei Lim', 'Lin Mei Mei', '']) expect(isOwnName(holder, mei)).toBe(false);
  expect(isOwnName('王小明', { firstName: '小明', lastName: '王' })).toBe(true);
});

it('checks the digit of a card number: no single wrong digit passes', () => {
  expect(isCardNumber(card)).toBe(true);
  fc.assert(
    fc.property(fc.nat(card.length - 1), fc.integer({ min: 1, max: 9 }), (place, by) => {
      const wrong = (Number(card[place]) + by) % 10;
      return !isCardNumber(card.slice(0, place) + wrong + card.slice(place + 1));
    }),
  );
});

it('refuses what nobody can pay into', () => {
  const refusal = (input: Parameters<typeof checkMethod>[0]) => {
    try {
      return checkMethod(input, mei);
    } catch (error) {
      return (error as { codeName: string }).codeName;
    }
  };
  const bank = { method: 'bank', holder: 'Mei Lin', account: card, bank: 'First Bank', branch: '' } as const;
  expect(refusal(bank)).toEqual({ holder: 'Mei Lin', account: card, bank: 'First Bank', branch: null });
  expect(refusal({ ...bank, holder: 'Ada Lovelace' })).toBe('enterName');
  expect(refusal({ ...bank, bank: '' })).toBe('enterAddress');
  expect(refusal({ ...bank, account: '4539578763621487' })).toBe('enterAccount');
  const paypal = { method: 'paypal', holder: 'Mei Lin', account: 'mei@example.com', qr: null } as const;
  expect(refusal(paypal)).toMatchObject({ account: 'mei@example.com', bank: null });
  expect(refusal({ ...paypal, account: '13812345678' })).toBe('enterAccount');
  expect(refusal({ ...paypal, method: 'alipay', account: '13812345678' })).toMatchObject({ account: '13812345678' });
  expect(refusal({ ...paypal, method: 'wechat', account: 'no' })).toBe('enterAccount');
});

it('masks accounts', () => {
  expect([maskedAccount(card), maskedAccount('mei@example.com')]).toEqual(['••••1486', 'me••••@example.com']);
});
