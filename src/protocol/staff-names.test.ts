import { expect, test } from 'vitest';
import { imitatesStaff } from './staff-names.ts';

test.each([
  'Dunlin',
  'D u n l i n',
  'DUN1IN',
  'Dunlin_Help',
  'Official Desk',
  '0fficia1',
  'Аdmin',
  'Customer Service',
  'ｓｕｐｐｏｒｔ',
  '官方客服',
  '仲裁員',
  '고객센터',
  'サポート担当',
  'เจ้าหน้าที่',
  'Hỗ trợ khách hàng',
  'Trọng tài',
  'Quick (practice)',
])('%s passes for staff', (nickname) => {
  expect(imitatesStaff(nickname)).toBe(true);
});

test.each([
  'Mei Lin',
  'Badminton fan',
  'Supporter',
  'Stafford',
  'Trader 5118',
  'Dunedin',
  '小明',
  '현우',
  'さくら',
  'Minh',
])('%s does not', (nickname) => {
  expect(imitatesStaff(nickname)).toBe(false);
});
