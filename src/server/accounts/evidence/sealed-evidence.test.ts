import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { PersonKey } from './person-keys.ts';
import { type EvidencePlace, keysOf, openEvidence, sealEvidence } from './sealed-evidence.ts';

const keyOf = (person: bigint, id = person): PersonKey => ({ id, person, key: randomBytes(32) });
const place: EvidencePlace = { table: 'fiat_statements', of: 'fiat order 7 by buyer' };
const words = Buffer.from('I paid at noon.');
const [ann, ben] = [keyOf(1n), keyOf(2n)];

it('opens with the same keys in the same place, and holds no word of it', () => {
  for (const keys of [[ann], [ann, ben]]) {
    const sealed = sealEvidence(words, keys, place);
    expect(sealed.includes('noon')).toBe(false);
    expect(openEvidence(sealed, keys, place)).toEqual(words);
    expect(sealEvidence(words, keys, place)).not.toEqual(sealed);
  }
});

it.each<[string, readonly PersonKey[], EvidencePlace]>([
  ['another order', [ann, ben], { ...place, of: 'fiat order 8 by buyer' }],
  ['another side', [ann, ben], { ...place, of: 'fiat order 7 by seller' }],
  ['another table', [ann, ben], { ...place, table: 'fiat_proofs' }],
  ['another key', [ann, keyOf(2n)], place],
  ['the same key of another person', [ann, { ...ben, person: 3n }], place],
  ['one key of two', [ann], place],
  ['keys in another order', [ben, ann], place],
])('does not open for %s', (_, keys, at) => {
  const sealed = sealEvidence(words, [ann, ben], place);
  expect(() => openEvidence(sealed, keys, at)).toThrow('is not of that place and person');
});

it('does not open once it was modified', () => {
  const sealed = sealEvidence(words, [ann], place);
  for (const at of [0, 15, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => openEvidence(changed, [ann], place)).toThrow('is not of that place and person');
  }
  expect(() => openEvidence(sealed.subarray(0, 20), [ann], place)).toThrow('is not of that place and person');
});

it('has no keys once one of them is destroyed, and fails for one that nobody knows', () => {
  expect(
    keysOf(
      [1n, 2n],
      new Map([
        [1n, ann],
        [2n, ben],
      ]),
    ),
  ).toEqual([ann, ben]);
  expect(
    keysOf(
      [1n, 2n],
      new Map([
        [1n, ann],
        [2n, null],
      ]),
    ),
  ).toBeNull();
  expect(() => keysOf([3n], new Map([[1n, ann]]))).toThrow('key 3 of evidence is unknown');
});
