import { expect, it } from 'vitest';
import { tilesOf } from './tiles.ts';

const template = 'https://tile.example.com/{z}/{x}/{y}.png?k={z}';
const size = { width: 360, height: 480 };

it('covers the view with tiles of the nearest zoom, the middle first', () => {
  const tiles = tilesOf({ latitude: 13.7563, longitude: 100.5018, zoom: 10 }, size, template);
  expect(tiles[0]?.url).toBe('https://tile.example.com/10/797/472.png?k=10');
  for (const corner of [
    [0, 0],
    [359, 479],
  ] as const)
    expect(
      tiles.filter(
        ({ x, y, size: edge }) => corner[0] >= x && corner[0] < x + edge && corner[1] >= y && corner[1] < y + edge,
      ),
    ).toHaveLength(1);
  expect(tiles.length).toBeLessThanOrEqual(12);
});

it('wraps around the world, and never goes beyond a pole', () => {
  const tiles = tilesOf({ latitude: 0, longitude: 179.9, zoom: 2.4 }, size, template);
  const columns = tiles.map(({ url }) => Number(/\/2\/(\d+)\//.exec(url)?.[1]));
  expect(new Set(columns)).toEqual(new Set([3, 0]));
  for (const { url } of tilesOf({ latitude: 85, longitude: 0, zoom: 1 }, size, template))
    expect(url).toMatch(/\/1\/[01]\/[01]\.png/);
});
