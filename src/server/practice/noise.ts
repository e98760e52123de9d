import { dayMs } from '#protocol/core/durations.ts';

/**
 * Deterministic noise: the same seed and time give the same value, in any order, so that years of prices need no
 * storage and a restart changes nothing.
 *
 * A track is a sum of octaves. Each octave is a lattice of random values, one every `periodMs`, joined by straight
 * lines; an octave twice as slow is the square root of two as strong, which makes the sum move like a random walk at
 * every scale between the fastest and the slowest octave.
 */

/** One octave with its precomputed values. */
interface Octave {
  readonly periodMs: number;
  readonly phaseMs: number;
  readonly strength: number;
  readonly seed: number;
}

export interface NoiseTrack {
  readonly octaves: readonly Octave[];
}

/** Mixes 32 bits so that neighbouring inputs give unrelated outputs. */
export function mixBits(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A 32-bit seed of a text and a number, to give each pair and purpose its own randomness. */
export function seedOf(text: string, seed: number): number {
  let bits = mixBits(seed ^ 0x9e3779b9);
  for (let index = 0; index < text.length; index += 1) bits = mixBits(bits ^ (text.charCodeAt(index) + index * 0x101));
  return bits;
}

/** A uniform number in [0, 1) of a seed and an index. */
export function uniformAt(seed: number, index: number): number {
  return mixBits(seed ^ mixBits(index + 0x51ed270b)) / 4_294_967_296;
}

/** A random value of mean 0 and variance 1 of a seed and an index: two uniforms added. */
function latticeValue(seed: number, index: number): number {
  const first = mixBits(seed ^ mixBits(index + 0x51ed270b));
  const second = mixBits(first + 0x68bc21eb);
  return (first / 4_294_967_296 + second / 4_294_967_296 - 1) * 2.449_489_742_783_178;
}

/** Makes the change over one day have the asked standard deviation, for octaves on both sides of a day. */
const dayShare = 0.463;

/**
 * A track whose change over a day has the given standard deviation.
 *
 * @param fastestMs the fastest octave; below it the track is a straight line
 * @param slowestMs octaves end at this period; past it the track returns to where it was
 */
export function noiseTrack(seed: number, dailyDeviation: number, fastestMs: number, slowestMs: number): NoiseTrack {
  const octaves: Octave[] = [];
  for (let periodMs = slowestMs, index = 0; periodMs >= fastestMs; periodMs /= 2, index += 1) {
    const octaveSeed = mixBits(seed + index * 0x632be5ab);
    octaves.push({
      periodMs,
      phaseMs: Math.floor(uniformAt(octaveSeed, -1) * periodMs),
      strength: dailyDeviation * dayShare * Math.sqrt(periodMs / dayMs),
      seed: octaveSeed,
    });
  }
  return { octaves };
}

/** The value of a track at a time. */
function trackAt(track: NoiseTrack, atMs: number): number {
  let value = 0;
  for (const { periodMs, phaseMs, strength, seed } of track.octaves) {
    const cell = Math.floor((atMs - phaseMs) / periodMs);
    const left = latticeValue(seed, cell);
    const share = (atMs - phaseMs) / periodMs - cell;
    value += strength * (left + (latticeValue(seed, cell + 1) - left) * share);
  }
  return value;
}

/**
 * Adds `factor` times a track to `out[0 … count)`, one value every `stepMs` from `fromMs` on.
 *
 * Each octave walks its lattice once, so a long run costs a multiplication and an addition per octave.
 */
export function addTrack(
  out: Float64Array,
  track: NoiseTrack,
  factor: number,
  fromMs: number,
  stepMs: number,
  count: number,
): void {
  const untilMs = fromMs + count * stepMs;
  for (const { periodMs, phaseMs, strength, seed } of track.octaves) {
    const scale = factor * strength;
    let cell = Math.floor((fromMs - phaseMs) / periodMs);
    let left = latticeValue(seed, cell);
    for (let index = 0, atMs = fromMs; index < count;) {
      const cellStartMs = cell * periodMs + phaseMs;
      const cellEndMs = Math.min(untilMs, (cell + 1) * periodMs + phaseMs);
      const right = latticeValue(seed, cell + 1);
      const base = scale * left;
      const slope = (scale * (right - left)) / periodMs;
      for (; atMs < cellEndMs; index += 1, atMs += stepMs) {
        out[index] = (out[index] ?? 0) + (base + slope * (atMs - cellStartMs));
      }
      const next = Math.floor((atMs - phaseMs) / periodMs);
      left = next === cell + 1 ? right : latticeValue(seed, next);
      cell = Math.max(next, cell + 1);
    }
  }
}

/**
 * Like `addTrack`, but the track is only looked up every `gridMs` and interpolated linearly in between: slow changes
 * cost one multiplication per value instead of one per octave. A track is always read with the same grid, so that every
 * reader sees the same values.
 */
export function addOnGrid(
  out: Float64Array,
  track: NoiseTrack,
  factor: number,
  gridMs: number,
  fromMs: number,
  stepMs: number,
  count: number,
): void {
  let cell = Math.floor(fromMs / gridMs);
  let left = factor * trackAt(track, cell * gridMs);
  const untilMs = fromMs + count * stepMs;
  for (let index = 0, atMs = fromMs; index < count;) {
    const cellStartMs = cell * gridMs;
    const cellEndMs = Math.min(untilMs, cellStartMs + gridMs);
    const right = factor * trackAt(track, cellStartMs + gridMs);
    const slope = (right - left) / gridMs;
    for (; atMs < cellEndMs; index += 1, atMs += stepMs) {
      out[index] = (out[index] ?? 0) + (left + slope * (atMs - cellStartMs));
    }
    const next = Math.floor(atMs / gridMs);
    left = next === cell + 1 ? right : factor * trackAt(track, next * gridMs);
    cell = Math.max(next, cell + 1);
  }
}

/** The octaves of a track that are at least as slow as `fromMs` and faster than `toMs`. */
export function octavesBetween(track: NoiseTrack, fromMs: number, toMs: number): NoiseTrack {
  return { octaves: track.octaves.filter(({ periodMs }) => periodMs >= fromMs && periodMs < toMs) };
}
