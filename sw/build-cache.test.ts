import { describe, expect, it } from 'vitest';
import { ownAssets, supersededCaches } from './build-cache.ts';

describe('caches of builds', () => {
  it('keeps the current and the previous build', () => {
    const names = ['assets-1', 'coins', 'assets-2', 'private-7', 'assets-3'];
    expect(supersededCaches(names, 'assets-3')).toEqual(['assets-1']);
    expect(supersededCaches(names, 'assets-4')).toEqual(['assets-1', 'assets-2']);
    expect(supersededCaches(['assets-1', 'assets-2'], 'assets-2')).toEqual([]);
    expect(supersededCaches([], 'assets-1')).toEqual([]);
  });

  it('takes only own hashed files from what a page names, and only so many', () => {
    const origin = 'https://dunlin.example';
    const urls = [
      `${origin}/assets/a.js`,
      `${origin}/assets/a.js`,
      `${origin}/api/info`,
      'https://else.example/assets/b.js',
      7,
    ];
    expect(ownAssets(urls, origin, 10)).toEqual([`${origin}/assets/a.js`]);
    expect(
      ownAssets(
        [1, 2, 3].map((n) => `${origin}/assets/${n}.js`),
        origin,
        2,
      ),
    ).toHaveLength(2);
    expect(ownAssets('no list', origin, 10)).toEqual([]);
  });
});
