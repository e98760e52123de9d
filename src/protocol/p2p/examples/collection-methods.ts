export const method = {
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
