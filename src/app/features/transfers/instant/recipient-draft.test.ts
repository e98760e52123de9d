import { expect, test } from 'vitest';
import { idAsCode, idInText, recipientOf } from './recipient-draft.ts';

test('reads an id off a code, a clipboard, or a screen', () => {
  expect([idAsCode('100042'), ' 100042 ', 'ID 100042', 'id100042'].map(idInText)).toEqual(Array(4).fill('100042'));
  expect(['', 'abc', 'https://example.com/100042', '0x12', '1'.repeat(19)].map(idInText)).toEqual(Array(5).fill(''));
});

test('names a recipient in the way that was chosen', () => {
  const draft = { by: 'email', phone: '138', email: ' a@b.co ', id: '1' } as const;
  expect(recipientOf(draft, 'CN')).toEqual({ by: 'email', email: 'a@b.co' });
  expect(recipientOf({ ...draft, by: 'phone' }, 'CN')).toEqual({ by: 'phone', country: 'CN', phone: '138' });
  expect(recipientOf({ ...draft, by: 'id' }, 'CN')).toEqual({ by: 'id', id: '1' });
});
