import { expect, it } from 'vitest';
import { type Dealing, dealings } from '#protocol/core/call.ts';
import { dealingStoredAs, storedName } from './stored-names.ts';

it('spells products in the store as the version before does', () => {
  const spelled = (['contracts', 'options', 'p2p', 'loans', 'robots', 'gold', 'convert'] satisfies Dealing[]).map(
    storedName,
  );
  expect(spelled).toEqual(['contract', 'option', 'fiat', 'loan', 'quant', 'gold', 'convert']);
});

it('reads back what it writes, of every dealing', () => {
  expect(new Set(dealings.map(storedName)).size).toBe(dealings.length);
  for (const dealing of dealings) expect(dealingStoredAs(storedName(dealing))).toBe(dealing);
  expect(dealingStoredAs('chess')).toBeUndefined();
});
