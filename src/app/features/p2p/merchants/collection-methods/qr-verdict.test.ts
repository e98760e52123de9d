import { expect, test } from 'vitest';
import { qrVerdict } from './qr-verdict.ts';

test('a code of the service is taken, one that names the account matches', () => {
  expect(qrVerdict('alipay', '138 0013 6620', 'https://qr.alipay.com/fkx123')).toBe('service');
  expect(qrVerdict('alipay', '138 0013 6620', 'https://qr.alipay.com/?u=13800136620')).toBe('matches');
  expect(qrVerdict('wechat', 'lin_mei', 'wxp://f2f0abc')).toBe('service');
  expect(qrVerdict('paypal', 'Lin@Example.com', 'https://www.paypal.com/send?to=lin@example.com')).toBe('matches');
  expect(qrVerdict('paypal', '', 'https://paypal.me/linmei')).toBe('service');
});

test('a code that leads elsewhere is not', () => {
  expect(qrVerdict('alipay', '13800136620', 'wxp://f2f0abc')).toBe('foreign');
  expect(qrVerdict('alipay', '13800136620', 'https://alipay.com.pay.example/x')).toBe('foreign');
  expect(qrVerdict('paypal', 'lin@example.com', '0x52908400098527886E0F7030069857D2E4169EE7')).toBe('foreign');
  expect(qrVerdict('wechat', '', '')).toBe('foreign');
});
