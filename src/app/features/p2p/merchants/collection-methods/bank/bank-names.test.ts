import { expect, it } from 'vitest';
import { bankRegions } from '#protocol/p2p/bank-accounts/forms.ts';
import { bankNameMaxLength } from '#protocol/p2p/currencies.ts';
import { plainText } from '#protocol/core/text/plain-text.ts';
import { bankNames } from './bank-names.ts';

it.each(bankRegions)('suggests banks of %s that can be stored as they are, each once', (region) => {
  const names = bankNames[region].map(([name]) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    expect(plainText(name, 'line')).toBe(name);
    expect(name.length).toBeLessThanOrEqual(bankNameMaxLength);
  }
});
