import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';

const hex = (digits: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'.split('')), { minLength: digits, maxLength: digits })
    .map((all) => all.join(''))
    .filter((text) => !/^0+$/.test(text));

const contexts = fc.record({ traceId: hex(32), spanId: hex(16), isSampled: fc.boolean() });

describe('traceparent', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(contexts, (context) => {
        expect(parseTraceparent(formatTraceparent(context))).toEqual(context);
      }),
    );
  });

  it('is read whatever its other flags are, and in later versions', () => {
    fc.assert(
      fc.property(
        contexts,
        fc.integer({ min: 0, max: 255 }),
        fc.integer({ min: 1, max: 254 }),
        (context, flags, to) => {
          const { traceId, spanId } = context;
          const two = (value: number) => value.toString(16).padStart(2, '0');
          const expected = { traceId, spanId, isSampled: flags % 2 === 1 };
          expect(parseTraceparent(`00-${traceId}-${spanId}-${two(flags)}`)).toEqual(expected);
          expect(parseTraceparent(`${two(to)}-${traceId}-${spanId}-${two(flags)}-what.follows`)).toEqual(expected);
        },
      ),
    );
  });

  it('is nothing unless it is whole', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseTraceparent(text);
        expect(parsed === null || text.includes(parsed.traceId)).toBe(true);
      }),
    );
    const [trace, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
    expect(parseTraceparent(`00-${trace}-${span}-01`)).not.toBeNull();
    for (const wrong of [
      undefined,
      '',
      `00-${trace}-${span}`,
      `00-${trace}-${span}-01-more`,
      `00-${trace}-${span}-01 `,
      `ff-${trace}-${span}-01`,
      `00-${trace.toUpperCase()}-${span}-01`,
      `00-${'0'.repeat(32)}-${span}-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
      `00-${trace}-${span}-01, 00-${trace}-${span}-01`,
      [`00-${trace}-${span}-01`, `00-${trace}-${span}-01`],
    ])
      expect(parseTraceparent(wrong), String(wrong)).toBeNull();
  });
});
