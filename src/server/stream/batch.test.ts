import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayFrame, Batch, fragment } from './batch.ts';

test('batches with the same fragments in the same order share their bytes, others do not', () => {
  const [a, b] = [fragment({ a: 1 }), fragment({ b: 2 })];
  const root = new Batch();
  const one = root.with(a).with(b);
  expect(root.with(a)).not.toBe(one);
  expect(root.with(b).with(a)).not.toBe(one);
  expect(root.with(a).with(b)).toBe(one);
  expect(one.frame()).toBe(root.with(a).with(b).frame());
  expect(one.frame().subarray(2).toString()).toBe('[{"a":1},{"b":2}]');
});

/** Reads an unmasked frame the way RFC 6455 says. */
function payload(frame: Buffer): string {
  const short = (frame[1] as number) & 0x7f;
  const [head, length] =
    short < 126 ? [2, short] : short === 126 ? [4, frame.readUInt16BE(2)] : [10, Number(frame.readBigUInt64BE(2))];
  expect(frame[0]).toBe(0x81);
  expect(frame.length).toBe(head + length);
  return frame.subarray(head).toString('utf8');
}

test('a frame carries exactly its fragments, at every size of the length field', () => {
  const sizes = fc.constantFrom(0, 1, 119, 120, 121, 122, 123, 124, 65_000, 65_529, 65_530, 65_531, 65_532, 70_000);
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          sizes.map((size) => 'x'.repeat(size)),
        ),
        { maxLength: 4 },
      ),
      (texts) => {
        expect(JSON.parse(payload(arrayFrame(texts.map(fragment))))).toEqual(texts);
      },
    ),
  );
});
