import type { Examples } from '#protocol/core/example.ts';

const method = {
  id: '7',
  method: 'bank',
  holder: 'Mei Lin',
  account: '••••1486',
  bank: 'First Bank',
  branch: 'Harbour Road',
  region: 'CN',
  bankCode: null,
  branchCode: null,
  kind: null,
  qr: null,
  createdAt: 1795359130263,
} as const;

export const methodExamples = {
  'GET cnyPayList': { input: {}, output: { list: [method] } },
  'POST cnyPayAdd': {
    input: {
      method: 'bank',
      holder: 'Mei Lin',
      region: 'CN',
      account: '4539 5787 6362 1486',
      bank: 'First Bank',
      branch: 'Harbour Road',
    },
    output: method,
  },
  'DELETE cnyPayDel': { input: { id: '7' }, output: {} },
} satisfies Partial<Examples>;
