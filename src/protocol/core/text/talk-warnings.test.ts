import { expect, test } from 'vitest';
import { talkWarningsOf } from './talk-warnings.ts';
import { startWatch } from '../../../../tests/pace.ts';

test.each([
  ['See https://pay.example/x', ['link']],
  ['go to binance-help.com please', ['link']],
  ['write to mei@mail.org', ['link']],
  ['call +84 912 345 678', ['phone']],
  ['我的电话 13812345678', ['phone']],
  ['０９１２-３４５-６７８', ['phone']],
  ['(555) 123-4567', ['phone']],
  ['send to 0x52908400098527886E0F7030069857D2E4169EE7', ['wallet']],
  ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', ['wallet']],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', ['wallet']],
  ['Add me on Telegram', ['elsewhere']],
  ['加我微信', ['elsewhere']],
  ['텔레그램으로 연락', ['elsewhere']],
  ['ทักไลน์มานะ', ['elsewhere']],
  ['nhắn qua zalo nhé', ['elsewhere']],
  ['テレグラムで話しましょう', ['elsewhere']],
  ['let us deal outside the app', ['elsewhere']],
  ['t.me/mei or +1 415 555 2671 on WhatsApp', ['link', 'phone', 'elsewhere']],
] as const)('%s', (text, warnings) => {
  expect(talkWarningsOf(text).filter((one) => (warnings as readonly string[]).includes(one))).toEqual(warnings);
});

test.each([
  'I paid 1,440.00 CNY with the reference 000031.',
  'Paid 250000000 VND',
  'Paid 250 000 000 VND on 2026-11-23',
  'My card is 4539 5787 6362 1486',
  'I paid with WeChat, please look.',
  'Receipt 20261123220014567890',
  'Thank you.The money is there.',
  '已付款，请查收',
  '',
])('nothing to warn of in: %s', (text) => {
  expect(talkWarningsOf(text)).toEqual([]);
});

test('a message of any kind is read at once', () => {
  for (const text of ['1 '.repeat(500), 'a.'.repeat(500), '-1'.repeat(500), 'A1b'.repeat(333)]) {
    const watch = startWatch();
    talkWarningsOf(text);
    const { tookMs, allowedMs } = watch.stop();
    expect(tookMs).toBeLessThan(allowedMs(50));
  }
});
