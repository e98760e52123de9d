import { expect, test } from 'vitest';
import { emptyRelease, missingOf } from './release-check.ts';

test('three checks and six digits, in this order', () => {
  expect(missingOf(emptyRelease)).toBe('opened');
  expect(missingOf({ checked: { opened: true, arrived: true, name: false }, password: '123456' })).toBe('name');
  const checked = { opened: true, arrived: true, name: true };
  expect(missingOf({ checked, password: '12345' })).toBe('password');
  expect(missingOf({ checked, password: '123456' })).toBeNull();
});
