import { createHash } from 'node:crypto';
import { generator } from '../../tools/statistics/generator.ts';

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
  /** An independent stream: drawing from it does not change what this one draws. */
  fork(name: string): Draws;
}

/** The stream of a seed, which may be any text. */
export function drawsOf(seed: string): Draws {
  const next = generator(createHash('sha256').update(seed).digest().readUInt32BE());
  const below = (most: number) => Math.floor(next() * most);
  return {
    next,
    below,
    happens: (probability) => next() < probability,
    oneOf(things) {
      if (things.length === 0) throw new RangeError('nothing to choose from');
      return things[below(things.length)] as (typeof things)[number];
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
    fork: (name) => drawsOf(`${seed}/${name}`),
  };
}
