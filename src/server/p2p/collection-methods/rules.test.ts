import { expect, it } from 'vitest';
import { checkMethod, isSameAccount, maskedAccount, noRegion } from './rules.ts';

const mei = { firstName: 'Mei', lastName: 'Lin' };
const card = '4539578763621486';
const cn = { ...noRegion, region: 'CN' } as const;

it('takes the verified name alone, however it is written and long', () => {
  const paypal = { method: 'paypal', account: 'mei@example.com', qr: null } as const;
  const holderOf = (holder: string, name = mei) => checkMethod({ ...paypal, holder }, name).holder;
  for (const holder of ['Mei Lin', 'LIN MEI', 'mei·lin', 'Lin, Mei']) expect(holderOf(holder)).toBe(holder);
  expect(holderOf('Mei‐Lin')).toBe('Mei-Lin');
  const long = { firstName: 'a'.repeat(60), lastName: 'b'.repeat(60) };
  expect(holderOf(`${long.lastName} ${long.firstName}`, long)).toHaveLength(121);
  for (const holder of ['Mei', 'Mei Lim', 'Lin Mei Mei', '']) expect(() => holderOf(holder)).toThrow('enterName');
});

it('refuses what nobody can pay into', () => {
  const refusal = (input: Parameters<typeof checkMethod>[0]) => {
    try {
      return checkMethod(input, mei);
    } catch (error) {
      const { codeName, data } = error as { codeName: string; data: object | null };
      return data !== null && 'field' in data ? [codeName, data] : codeName;
    }
  };
  const bank = { method: 'bank', holder: 'Mei Lin', account: card, bank: 'First Bank', branch: '', ...cn } as const;
  const own = { holder: 'Mei Lin', account: card, bank: 'First Bank', branch: null, ...cn };
  expect(refusal(bank)).toEqual(own);
  expect(refusal({ ...bank, holder: 'Ada Lovelace' })).toBe('enterName');
  expect(refusal({ ...bank, bank: '' })).toEqual(['enterAddress', { field: 'bank' }]);
  expect(refusal({ ...bank, region: 'ZZ' })).toEqual(['chooseArea', { field: 'region' }]);
  const wrong = { ...bank, account: '4539578763621487' };
  expect(refusal(wrong)).toEqual(['enterAccount', { field: 'account', why: 'check-digits' }]);
  const thai = { ...bank, region: 'TH', account: '12345678' };
  const short = { field: 'account', why: 'length', least: 10, most: 12, given: 8 };
  expect(refusal(thai)).toEqual(['enterAccount', short]);
  const uk = { ...bank, region: 'GB', account: '31926819', bankCode: '60-16-1x' };
  expect(refusal(uk)).toEqual(['enterAccount', { field: 'bankCode', why: 'characters' }]);
  const paypal = { method: 'paypal', holder: 'Mei Lin', account: 'mei@example.com', qr: null } as const;
  expect(refusal(paypal)).toMatchObject({ account: 'mei@example.com', bank: null });
  expect(refusal({ ...paypal, account: '13812345678' })).toBe('enterAccount');
  expect(refusal({ ...paypal, method: 'alipay', account: '13812345678' })).toMatchObject({ account: '13812345678' });
  expect(refusal({ ...paypal, method: 'wechat', account: 'no' })).toBe('enterAccount');
});

it('knows an account again, and a card from before there were regions', () => {
  const old = { holder: 'Mei Lin', account: card, bank: 'First Bank', branch: null, ...noRegion };
  expect(isSameAccount(old, { ...old, ...cn })).toBe(true);
  expect(isSameAccount(old, { ...old, region: 'VN' })).toBe(false);
  const uk = { ...old, region: 'GB', account: '31926819', bankCode: '601613' };
  expect(isSameAccount(uk, { ...uk, bankCode: '601614' })).toBe(false);
});

it('masks accounts', () => {
  expect([maskedAccount(card), maskedAccount('mei@example.com')]).toEqual(['••••1486', 'me••••@example.com']);
});
