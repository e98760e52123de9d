import { expect, test } from 'vitest';
import { coinPicture, pictured } from './coin-pictures.ts';

const files = Object.keys(import.meta.glob('../../../../public/coins/*.svg')).map(
  (file) => /([^/]+)\.svg$/u.exec(file)?.[1] ?? file,
);

test('every picture in the folder is known', () => {
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((symbol) => coinPicture(symbol) === null)).toEqual([]);
});

test('no picture is promised that is not there', () => {
  expect(pictured.filter((symbol) => !files.includes(symbol))).toEqual([]);
  expect(coinPicture('NOTACOIN')).toBeNull();
});
