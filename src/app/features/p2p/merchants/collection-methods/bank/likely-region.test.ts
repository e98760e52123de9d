import { expect, it } from 'vitest';
import { likelyRegion } from './likely-region.ts';

it('takes the country of the device before that of the app’s language', () => {
  expect(likelyRegion(['en-GB', 'en'], 'zh')).toBe('GB');
  expect(likelyRegion(['zh-Hant-HK'], 'en')).toBe('HK');
  expect(likelyRegion(['de-DE', 'de'], 'en')).toBe('EU');
  expect(likelyRegion(['th'], 'ty')).toBe('TH');
  expect(likelyRegion([], 'yn')).toBe('VN');
});
