import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { TickEntropy, RevealedSecret } from '#protocol/options/entities.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { recovering, type Recovering } from '#server/core/jobs/recovering.ts';
import type { Database } from '#server/core/store/database.ts';
import {
  addLevels,
  type DrawnChain,
  firstLevels,
  levelsBetween,
  loadChains,
  readMark,
  writeChain,
  writeMark,
} from './store.ts';
import type { LevelRow } from './level-row.ts';
import { LiveChain, marketOf, walkThrough } from './live-chain.ts';
import { chainSeconds, secretBytes, secretChain } from './secret-chain.ts';
import type { Walk } from '#protocol/market-data/simulated-walk.ts';

/**
 * The next chain is drawn this long before the last one ends: longer than the longest round from opening to close, and
 * the longest store outage without a missing price.
 */
const drawnAheadSeconds = 1_200;
/** Chains stay in memory this long after their end, for rounds that are decided late. */
const keptSeconds = 3_600;
/** How often it is stored how far prices were shown. */
const markEverySeconds = 5;

/** A pair that was listed later walks with the next step, within about a second. */
const followLookMs = 100;
const followTries = 50;

const secondOf = (ms: number) => Math.floor(ms / 1_000);

export interface EntropyDeps {
  readonly database: Pick<Database, 'pool' | 'transaction'>;
  readonly clock: Clock;
  /** Unpredictable bytes from the operating system, or from a test. */
  readonly randomBytes: (size: number) => Buffer;
  readonly walks: ReadonlyMap<string, Walk>;
  /** Seed of the path that pairs take before they first walk here. */
  readonly seed: number;
  /** The change of a seeded path between two seconds, as a level. */
  readonly pathLevel: (pair: string, seed: number, second: number) => number;
}

/**
 * The randomness of simulated prices: chains of secrets that are committed to before anyone can bet on them and
 * revealed second by second. Memory mirrors the store; after a write with unknown outcome it is reloaded.
 */
export class Entropy {
  readonly #deps: EntropyDeps;
  readonly #work: Recovering;
  #chains: LiveChain[] = [];
  readonly #walks: Map<string, Walk>;
  #first = new Map<string, LevelRow>();
  /** Prices are frozen until this second: they were shown up to here before the clock was set back. */
  #heldAt = -Infinity;
  #marked = -Infinity;

  constructor(deps: EntropyDeps) {
    this.#deps = deps;
    this.#walks = new Map(deps.walks);
    this.#work = recovering(() => this.#load());
  }

  /** Loads the store and draws what is missing. Call once, before any price is read. */
  async open(): Promise<void> {
    const now = secondOf(this.#deps.clock());
    const mark = await readMark(this.#deps.database);
    // Seconds after the last mark may have been shown as well.
    if (mark !== null && now < mark) this.#heldAt = mark + 2 * markEverySeconds;
    await this.#load();
    await this.#work.step(() => this.#draw(true));
    await this.#mark();
  }

  /** Loads the store as it is, for looking at the past alone: nothing is drawn and nothing is written. */
  look(): Promise<void> {
    return this.#load();
  }

  /** Draws ahead what is due, and records how far prices were shown; called by a timer every second. */
  async step(): Promise<void> {
    await this.#work.step(() => this.#draw(false));
    if (this.shownSecond() >= this.#marked + markEverySeconds) await this.#mark();
  }

  /**
   * Lets a pair walk that was listed after the start: the next step takes it through what is drawn already.
   *
   * @throws Error when no step did so in time, as while the store is away; to be tried again
   */
  async follow(pair: string, walk: Walk): Promise<void> {
    this.#walks.set(pair, walk);
    for (let tries = 0; !this.#first.has(pair); tries += 1) {
      if (tries >= followTries) throw new Error(`${pair} does not walk yet`);
      this.doubt();
      await sleep(followLookMs);
    }
  }

  /** Makes the next step reload from the store. */
  doubt(): void {
    this.#work.doubt();
  }

  /** The second whose prices are shown now: the clock's, and never one before those that were shown already. */
  shownSecond(): number {
    return Math.max(secondOf(this.#deps.clock()), this.#heldAt);
  }

  /** Epoch milliseconds up to which prices are committed. */
  committedUntil(): number {
    return (this.#chains.at(-1)?.until ?? 0) * 1_000;
  }

  walk(pair: string): Walk {
    const walk = this.#walks.get(pair);
    if (walk === undefined) throw new Error(`${pair} does not walk`);
    return walk;
  }

  /**
   * The level of a pair and its draw; null when nothing is committed to.
   *
   * @param atMs a recent time; nothing is revealed of the future
   */
  drawn(pair: string, atMs: number): TickEntropy | null {
    const second = Math.min(this.shownSecond(), Math.max(secondOf(atMs), this.#heldAt));
    const chain = this.#chains.find((one) => one.holds(second));
    const level = chain?.level(pair, this.walk(pair), second) ?? null;
    if (chain === undefined || level === null) return null;
    const next = this.#chains.find((one) => one.from >= chain.until);
    return { commitment: chain.commitment, next: next?.commitment ?? null, second, level };
  }

  /**
   * The proof of every second of a span: the secret of its last second, and of the last one of each earlier chain.
   *
   * @throws Error when a second of it has not been shown yet
   */
  reveal(fromSecond: number, toSecond: number): RevealedSecret[] {
    if (toSecond > this.shownSecond()) throw new Error('a secret is kept until its second has come');
    return this.#chains
      .filter(({ from, until }) => from <= toSecond && until > fromSecond)
      .map((chain) => {
        const second = Math.min(toSecond, chain.until - 1);
        return { commitment: chain.commitment, second, secret: chain.secret(second) };
      });
  }

  /** The first walk of a pair: before it, the pair takes the path of a seed. */
  first(pair: string): LevelRow {
    const row = this.#first.get(pair);
    if (row === undefined) throw new Error(`${pair} has no walk`);
    return row;
  }

  /** The walks of a pair that overlap a span, and the next one, oldest first. */
  levels(pair: string, fromSecond: number, toSecond: number): Promise<LevelRow[]> {
    return levelsBetween(this.#deps.database, pair, fromSecond, toSecond);
  }

  async #load(): Promise<void> {
    const { database } = this.#deps;
    const rows = await loadChains(database, this.shownSecond() - keptSeconds);
    this.#first = await firstLevels(database);
    const chains: DrawnChain[] = [];
    for (const row of rows) chains.push(await this.#withAllPairs(row, [...this.#walks.keys()], chains.at(-1)));
    this.#chains = chains.map((chain) => new LiveChain(chain));
  }

  /** A pair listed after a chain was drawn also walks through the rest of it. */
  async #withAllPairs(
    chain: DrawnChain,
    pairs: readonly string[],
    before: DrawnChain | undefined,
  ): Promise<DrawnChain> {
    const missing = pairs.filter((pair) => !chain.levels.has(pair));
    if (missing.length === 0 || chain.from + chainSeconds <= this.shownSecond()) return chain;
    const ends = new Map(missing.map((pair) => [pair, before?.levels.get(pair)?.end]));
    const added = await this.#walkAll(chain.from, secretChain(chain.from, chain.seed), missing, (pair) => ({
      start: ends.get(pair) ?? this.#deps.pathLevel(pair, this.#deps.seed, chain.from),
      beforeSeed: ends.get(pair) === undefined ? this.#deps.seed : null,
    }));
    await addLevels(this.#deps.database, { from: chain.from, levels: added });
    for (const [pair, row] of added) if (!this.#first.has(pair)) this.#first.set(pair, row);
    return { ...chain, levels: new Map([...chain.levels, ...added]) };
  }

  async #mark(): Promise<void> {
    const second = this.shownSecond();
    await writeMark(this.#deps.database, second);
    this.#marked = second;
  }

  async #draw(isStart: boolean): Promise<void> {
    const shown = this.shownSecond();
    while ((this.#chains.at(-1)?.until ?? 0) <= shown + drawnAheadSeconds) await this.#drawOne(shown, isStart);
    this.#chains = this.#chains.filter(({ until }) => until > shown - keptSeconds);
  }

  /** Draws the chain after the last one, or from now on if that has ended. */
  async #drawOne(shown: number, isStart: boolean): Promise<void> {
    const { database, clock, randomBytes, seed, pathLevel } = this.#deps;
    const last = this.#chains.at(-1);
    const isGap = last === undefined || last.until + 60 <= shown;
    // What was shown stays: the walk continues with the next minute from its last level.
    const from = isGap ? Math.floor(shown / 60 + (isStart ? 0 : 1)) * 60 : last.until;
    const gapSeed = isGap && isStart ? randomBytes(4).readUInt32BE() : null;
    const begin = (pair: string) => {
      const end = last?.row(pair)?.end;
      if (last === undefined || end === undefined) {
        return { start: pathLevel(pair, seed, from), beforeSeed: seed };
      }
      if (gapSeed === null) return { start: end, beforeSeed: null };
      const moved = pathLevel(pair, gapSeed, from) - pathLevel(pair, gapSeed, last.until);
      return { start: end + moved, beforeSeed: gapSeed };
    };
    const seedOfChain = randomBytes(secretBytes);
    const secrets = secretChain(from, seedOfChain);
    const levels = await this.#walkAll(from, secrets, [...this.#walks.keys()], begin);
    const chain = { from, commitment: secrets.commitment, seed: seedOfChain, levels };
    await writeChain(database, chain, clock());
    this.#chains.push(new LiveChain(chain));
    for (const [pair, row] of levels) if (!this.#first.has(pair)) this.#first.set(pair, row);
  }

  /** Walks pairs through a chain one by one, so that many pairs do not block the event loop. */
  async #walkAll(
    from: number,
    secrets: ReturnType<typeof secretChain>,
    pairs: readonly string[],
    begin: (pair: string) => { readonly start: number; readonly beforeSeed: number | null },
  ): Promise<Map<string, LevelRow>> {
    const market = marketOf(from, secrets);
    const rows = new Map<string, LevelRow>();
    for (const pair of pairs) {
      const { start, beforeSeed } = begin(pair);
      rows.set(pair, walkThrough(pair, this.walk(pair), { from, secrets, market }, start, beforeSeed));
      await nextTurn();
    }
    return rows;
  }
}
