import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { packFrame, readFrame } from './frame.ts';

it('brings head and body over as they were', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.uint8Array({ maxLength: 200 }), (head, body) => {
      const facts = JSON.parse(JSON.stringify(head)) as object;
      const frame = readFrame(packFrame(facts, body));
      expect(frame?.head).toEqual(facts);
      expect(new Uint8Array(frame?.body ?? [])).toEqual(body);
    }),
  );
});

it('measures texts in bytes', () => {
  const frame = readFrame(packFrame({ place: '中' }, '"越南"'));
  expect([frame?.head, frame?.body.toString('utf8')]).toEqual([{ place: '中' }, '"越南"']);
});

it('reads no message from anything else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const frame = readFrame(bytes);
      if (frame !== null) expect(JSON.parse(JSON.stringify(frame.head))).toEqual(frame.head);
    }),
  );
  const whole = packFrame({ a: 1 }, 'body');
  for (let length = 0; length < whole.length - 'body'.length; length += 1) {
    expect(readFrame(whole.subarray(0, length))).toBeNull();
  }
});
