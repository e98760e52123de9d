/** A stream of pseudo-random numbers: the same seed gives the same numbers on every machine. */
export interface Draws {
  /** A number from 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `most`. */
  below(most: number): number;
  /** Whether something of a probability from 0 to 1 happens. */
  happens(probability: number): boolean;
  /** One of some things. @throws RangeError when there are none */
  oneOf<Thing>(things: readonly Thing[]): Thing;
  bytes(count: number): Buffer;
  /** A stream of its own for a part, so that what it draws moves nothing else. */
  fork(name: string): Draws;
}

/** Constants of xoshiro128** and of FNV-1a. */
const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;
const range = 2 ** 32;

/** xoshiro128** (Blackman and Vigna), whose state comes out of the seed's text by FNV-1a and splitmix32. */
export function drawsOf(seed: string): Draws {
  let mixed = fnvOffset;
  for (const byte of Buffer.from(seed)) mixed = Math.imul(mixed ^ byte, fnvPrime);
  const splitmix = () => {
    mixed = (mixed + 0x9e3779b9) | 0;
    let z = mixed;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) | 0;
  };
  let [a, b, c, d] = [splitmix(), splitmix(), splitmix(), splitmix()];
  const word = () => {
    const rotated = Math.imul(b, 5);
    const result = Math.imul((rotated << 7) | (rotated >>> 25), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  const draws: Draws = {
    next: () => (word() * 2 ** 21 + (word() >>> 11)) / 2 ** 53,
    below: (most) => Math.floor((word() / range) * most),
    happens: (probability) => word() / range < probability,
    oneOf(things) {
      const thing = things[draws.below(things.length)];
      if (things.length === 0) throw new RangeError('nothing to choose from');
      return thing as (typeof things)[number];
    },
    bytes(count) {
      const drawn = Buffer.alloc(count);
      for (let at = 0; at < count; at += 1) drawn[at] = word() >>> 24;
      return drawn;
    },
    fork: (name) => drawsOf(`${seed}/${name}`),
  };
  return draws;
}
