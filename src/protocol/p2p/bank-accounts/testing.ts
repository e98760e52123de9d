import type { BankRegion } from './forms.ts';
import type { BankAccount } from './rules.ts';

/** A right account of each region, for tests; its number is one that banks give as an example. */
export const bankAccountExamples: Readonly<Record<BankRegion, BankAccount>> = {
  CN: { region: 'CN', account: '4539578763621486', bankCode: null, branchCode: null, kind: null },
  HK: { region: 'HK', account: '123456789838', bankCode: '004', branchCode: null, kind: null },
  US: { region: 'US', account: '000123456789', bankCode: '021000021', branchCode: null, kind: 'current' },
  EU: { region: 'EU', account: 'DE89370400440532013000', bankCode: null, branchCode: null, kind: null },
  JP: { region: 'JP', account: '0123456', bankCode: '0005', branchCode: '123', kind: 'ordinary' },
  KR: { region: 'KR', account: '110123456789', bankCode: null, branchCode: null, kind: null },
  VN: { region: 'VN', account: '0071001234567', bankCode: null, branchCode: null, kind: null },
  TH: { region: 'TH', account: '1234567890', bankCode: null, branchCode: null, kind: null },
  GB: { region: 'GB', account: '31926819', bankCode: '601613', branchCode: null, kind: null },
  IN: { region: 'IN', account: '50100123456789', bankCode: 'HDFC0000123', branchCode: null, kind: null },
  AU: { region: 'AU', account: '12345678', bankCode: '062000', branchCode: null, kind: null },
};
