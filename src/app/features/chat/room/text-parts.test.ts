import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeOfLink } from '#app/features/map/place-text.ts';
import { nameAtCaret, textParts } from './text-parts.ts';

const here = { origin: 'http://localhost:8080', pathname: '/' };
const placeOf = (link: string) => placeOfLink(link, here);

const marked = (text: string, names: { handle: string; name: string }[] = []) =>
  textParts(text, names, placeOf).flatMap((part) => (part.is === 'words' ? [] : [`${part.is} ${part.text}`]));

it('marks https links without the sentence around them, and nothing else', () => {
  expect(marked('see https://dunlin.example/a(b)?c=1, and (https://x.example).')).toEqual([
    'link https://dunlin.example/a(b)?c=1',
    'link https://x.example',
  ]);
  expect(marked('去 https://x.example/路径。好')).toHaveLength(1);
  for (const text of [
    'http://x.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//x.example',
    'https://',
    'www.x.example',
    'file:///etc/passwd',
  ]) {
    expect(marked(text)).toEqual([]);
  }
});

const place = 'http://localhost:8080/#/open-location?lat=13.75630&lng=100.50180';

it('marks places of this app, also where it is served without TLS', () => {
  expect(textParts(`We meet at ${place}.`, [], placeOf)).toEqual([
    { is: 'words', text: 'We meet at ' },
    { is: 'place', text: place, place: { latitude: 13.7563, longitude: 100.5018, name: '' } },
    { is: 'words', text: '.' },
  ]);
  expect(marked('http://localhost:8080/#/pages/mine/security')).toEqual([]);
});

it('marks names that the exchange named, the longest first', () => {
  const names = [
    { handle: 'a', name: 'Ben' },
    { handle: 'b', name: 'Ben Long' },
  ];
  expect(marked('@Ben Long and @Ben, not @Benno?', names)).toEqual(['name @Ben Long', 'name @Ben', 'name @Ben']);
  expect(marked('@Ada', names)).toEqual([]);
});

it('loses and invents nothing', () => {
  const labels = fc.constantFrom(
    'https://x.example',
    place,
    '@Ben',
    ' ',
    '.',
    '(',
    ')',
    'a',
    '<b>',
    '\n',
    '@',
    'https://',
  );
  fc.assert(
    fc.property(fc.array(labels, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      const parts = textParts(text, [{ handle: 'a', name: 'Ben' }], placeOf);
      expect(parts.map((part) => part.text).join('')).toBe(text);
    }),
  );
});

it('knows which name is being written', () => {
  expect(nameAtCaret('hello @Be', 9)).toEqual({ from: 6, name: 'Be' });
  expect(nameAtCaret('@', 1)).toEqual({ from: 0, name: '' });
  expect(nameAtCaret('mail a@b', 8)).toBe(null);
  expect(nameAtCaret('@Ben said', 9)).toBe(null);
});
