import { createHash } from 'node:crypto';

/** Pseudo-random bytes from a seed: the same in each run of a test. */
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
