import { expect, it } from 'vitest';
import { seededBytes } from './testing.ts';
import { uniformOf } from './uniform.ts';

it('draws evenly from 0 to below 1, and the same of the same bytes', () => {
  const random = uniformOf(seededBytes('uniform'));
  const again = uniformOf(seededBytes('uniform'));
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let draw = 0; draw < 20_000; draw += 1) {
    const value = random();
    expect(again()).toBe(value);
    const tenth = Math.floor(value * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  expect(tenths).toHaveLength(10);
  for (const count of tenths) expect(Math.abs(count - 2_000)).toBeLessThan(200);
});

it('stays below 1 with the largest bytes there are', () => {
  expect(uniformOf((size) => Buffer.alloc(size, 0xff))()).toBeLessThan(1);
});
