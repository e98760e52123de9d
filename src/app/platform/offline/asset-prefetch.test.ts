import { expect, it } from 'vitest';
import { offlineExtent } from './asset-prefetch.ts';

it('fetches every screen for those who may open it, and less where data is dear', () => {
  const [no, yes] = [false, true];
  expect(offlineExtent(yes, no, no)).toBe('all');
  expect(offlineExtent(no, yes, no)).toBe('all');
  expect(offlineExtent(no, no, no)).toBe('core');
  expect(offlineExtent(yes, no, yes)).toBe('core');
  expect(offlineExtent(no, yes, yes)).toBe('core');
  expect(offlineExtent(no, no, yes)).toBe(null);
});
