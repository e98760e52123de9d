import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { partBytes, PartStore } from './parts.ts';

it('gives out a held message part by part, and forgets it with the last', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.integer({ min: 1, max: 64 }), (bytes, size) => {
      const store = new PartStore();
      const held = store.hold(Buffer.from(bytes), size) ?? { id: '', count: 0 };
      const parts = Array.from({ length: held.count }, (_, index) => store.fetch(held.id, index) ?? Buffer.alloc(0));
      expect(new Uint8Array(Buffer.concat(parts))).toEqual(bytes);
      expect([store.fetch(held.id, 0), store.heldBytes]).toEqual([null, 0]);
    }),
  );
});

it('puts a message together from parts in their order alone', () => {
  const store = new PartStore();
  expect(store.add('a', 1, Buffer.from('x'))).toBe(false);
  expect([store.add('a', 0, Buffer.from('one ')), store.add('a', 0, Buffer.from('one '))]).toEqual([true, false]);
  expect([store.add('a', 2, Buffer.from('x')), store.add('a', 1, Buffer.from('two'))]).toEqual([false, true]);
  expect(store.take('a')?.toString()).toBe('one two');
  expect([store.take('a'), store.heldBytes]).toEqual([null, 0]);
});

it('holds no more than it may, and nothing for longer than it may', async () => {
  const store = new PartStore(10, 20);
  expect(store.hold(Buffer.alloc(11), 4)).toBeNull();
  expect(store.heldBytes).toBe(0);
  expect(store.add('a', 0, Buffer.alloc(8))).toBe(true);
  expect(store.add('b', 0, Buffer.alloc(8))).toBe(false);
  await sleep(60);
  expect([store.take('a'), store.heldBytes]).toEqual([null, 0]);
});

it('cuts parts that the broker takes', () => {
  expect(partBytes(1024 * 1024)).toBeLessThan(1024 * 1024);
  expect(partBytes(8_192)).toBeLessThan(8_192);
});
