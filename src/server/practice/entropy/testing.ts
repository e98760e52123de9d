import { createHash } from 'node:crypto';

/** Random bytes that a seed decides: the same ones in each run of a test. */
export function seededBytes(seed: string): (size: number) => Buffer {
  let drawn = 0;
  return (size) => {
    const parts: Buffer[] = [];
    for (let length = 0; length < size; length += 32) {
      parts.push(
        createHash('sha256')
          .update(`${seed}|${(drawn += 1)}`)
          .digest(),
      );
    }
    return Buffer.concat(parts).subarray(0, size);
  };
}
