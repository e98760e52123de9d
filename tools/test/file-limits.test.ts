import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileMostSeconds, limitOf, longFiles, overLimit, slowestLines } from './file-limits.ts';

const long = { 'b.test.ts': { mostSeconds: 200, reason: 'waits for a round' } };

describe('how long files may take', () => {
  it('is one limit for all, but for those with a reason', () => {
    expect(limitOf('a.test.ts', 1, long)).toBe(fileMostSeconds);
    expect(limitOf('b.test.ts', 1, long)).toBe(200);
    expect(overLimit({ 'a.test.ts': 90, 'b.test.ts': 199, 'c.test.ts': 1 }, 1, long)).toEqual([]);
    expect(overLimit({ 'a.test.ts': 91, 'b.test.ts': 201 }, 1, long)).toEqual([
      expect.stringContaining('b.test.ts took 201 s; 200 s are allowed'),
      expect.stringContaining('a.test.ts took 91 s; 90 s are allowed'),
    ]);
  });

  it('grows with a slow machine', () => {
    expect(overLimit({ 'a.test.ts': 170, 'b.test.ts': 390 }, 2, long)).toEqual([]);
    expect(overLimit({ 'a.test.ts': 181 }, 2, long)).toEqual([expect.stringContaining('180 s are allowed')]);
  });

  it('is longer for files that are there, above the limit of all, with a reason', () => {
    for (const [file, { mostSeconds, reason }] of Object.entries(longFiles)) {
      expect(existsSync(file), file).toBe(true);
      expect(mostSeconds).toBeGreaterThan(fileMostSeconds);
      expect(reason).not.toBe('');
    }
  });
});

describe('the slowest files', () => {
  it('are named, the slowest first', () => {
    expect(slowestLines({ a: 1, b: 30.25, c: 2 }, 2)).toEqual(['   30.3 s  b', '    2.0 s  c']);
    expect(slowestLines(Object.fromEntries(Array.from({ length: 30 }, (_, nth) => [`f${nth}`, nth])))).toHaveLength(20);
  });
});
