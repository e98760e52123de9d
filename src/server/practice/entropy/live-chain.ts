import type { DrawnChain } from './store.ts';
import { chainMinutes, type LevelRow } from './level-row.ts';
import { chainSeconds, secretChain, type SecretChain } from './secret-chain.ts';
import type { Walk } from '#protocol/market-data/simulated-walk.ts';
import { drawnMarket, nextLevel } from './walk.ts';

/** A chain in memory: its secrets, and where each pair is. */
export class LiveChain {
  readonly from: number;
  /** The first second after it. */
  readonly until: number;
  readonly commitment: string;
  readonly #secrets: SecretChain;
  readonly #levels: ReadonlyMap<string, LevelRow>;
  readonly #market = new Map<number, number>();
  /** The last read position of each pair: the next read is mostly for the following second. */
  readonly #reached = new Map<string, { readonly second: number; readonly level: number }>();

  /** @throws Error when the secrets do not match the stored commitment */
  constructor({ from, commitment, seed, levels }: DrawnChain) {
    this.from = from;
    this.until = from + chainSeconds;
    this.commitment = commitment;
    this.#secrets = secretChain(from, seed);
    this.#levels = levels;
    if (this.#secrets.commitment !== commitment) throw new Error(`chain ${from} is not what was committed to`);
  }

  holds(second: number): boolean {
    return second >= this.from && second < this.until;
  }

  secret(second: number): string {
    return this.#secrets.secret(second);
  }

  row(pair: string): LevelRow | undefined {
    return this.#levels.get(pair);
  }

  /** The level of a pair at a second of this chain; null for a pair without a walk in it. */
  level(pair: string, walk: Walk, second: number): number | null {
    const row = this.#levels.get(pair);
    if (row === undefined || !this.holds(second)) return null;
    const minute = Math.floor((second - this.from) / 60);
    const minuteSecond = this.from + minute * 60;
    const reached = this.#reached.get(pair);
    let at = reached !== undefined && reached.second >= minuteSecond && reached.second <= second ? reached : null;
    at ??= { second: minuteSecond, level: row.minutes[minute] ?? row.end };
    let { level } = at;
    for (let next = at.second + 1; next <= second; next += 1) level = this.#step(level, pair, walk, next);
    this.#reached.set(pair, { second, level });
    return level;
  }

  #step(level: number, pair: string, walk: Walk, second: number): number {
    const secret = this.#secrets.secret(second);
    let market = this.#market.get(second);
    if (market === undefined) {
      market = drawnMarket(secret);
      this.#market.set(second, market);
    }
    return nextLevel(level, walk, pair, secret, market);
  }
}

/** Walks a pair through a whole chain. @param market of each of its seconds, by `drawnMarket` */
export function walkThrough(
  pair: string,
  walk: Walk,
  {
    from,
    secrets,
    market,
  }: { readonly from: number; readonly secrets: SecretChain; readonly market: readonly number[] },
  start: number,
  beforeSeed: number | null,
): LevelRow {
  const minutes: number[] = [];
  let level = start;
  for (let index = 0; index < chainSeconds; index += 1) {
    level = nextLevel(level, walk, pair, secrets.secret(from + index), market[index] ?? 0);
    if (index % 60 === 0) minutes.push(level);
  }
  if (minutes.length !== chainMinutes) throw new Error(`${minutes.length} minutes in a chain`);
  return { from, beforeSeed, start, minutes, end: level };
}

/** The common market move in each second of a chain. */
export function marketOf(from: number, secrets: SecretChain): number[] {
  return Array.from({ length: chainSeconds }, (_, index) => drawnMarket(secrets.secret(from + index)));
}
