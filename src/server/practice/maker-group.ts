import type { Logger } from 'pino';
import { minuteMs } from '#protocol/core/durations.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Clock } from '../core/clock/clock.ts';
import { Refusal } from '../core/failures/refusal.ts';
import type { Ledger } from '../core/ledger/ledger.ts';
import type { Database } from '../core/store/database.ts';
import type { PriceSource } from '../markets/prices/price-source.ts';
import type { Spot, SpotRequest } from '../markets/spot/spot.ts';
import { auctionOrder, leftOfAuction } from './auction-orders.ts';
import { fundMakers } from './maker-funding.ts';
import { isRequoteDue, nearestQuotes, newPlay, type PairPlay } from './pair-play.ts';
import { idlePace, quietPace, watchedPace, type Pace } from './paces.ts';
import { planQuotes, takerLots } from './quote-plan.ts';

/** Commands per second of all makers together, and the burst for a jump of the market. */
const makerCommandsPerSecond = 60;
const commandsBurst = 180;
/** Commands of one pair sent together. */
const batchMax = 48;
const refundEveryMs = 600_000;
const refundAgainMs = minuteMs;
/** Time between two orders in a call auction. */
const auctionPaceMs = { from: 500, to: 3_000 } as const;
/** The taker takes from this many levels at most, so that one trade never moves the price far. */
const takenLevels = 3;

export interface MakerDeps {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly spot: Spot;
  readonly source: PriceSource;
  /** What is listed; it changes while they trade. */
  readonly pairs: () => readonly Pair[];
  /** Whether a pair is watched. */
  readonly watched: (pair: string) => boolean;
  /** Whether any market was viewed recently: otherwise the makers trade less. */
  readonly viewed: () => boolean;
  /** Usual volume of a pair per millisecond, in lots, at a time. */
  readonly lotsPerMs: (pair: string, atMs: number) => number;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly logger: Logger;
}

/** A bucket of commands: it fills at a steady rate and holds at most `burst`. */
interface CommandBudget {
  /** Takes up to `wanted` commands; returns how many may be sent now. */
  take(wanted: number, now: number): number;
}

export function createCommandBudget(perSecond: number, burst: number, now: number): CommandBudget {
  let held = burst;
  let filledAt = now;
  return {
    take(wanted, now) {
      held = Math.min(burst, held + (Math.max(0, now - filledAt) / 1_000) * perSecond);
      filledAt = Math.max(filledAt, now);
      const given = Math.min(wanted, Math.floor(held));
      held -= given;
      return given;
    },
  };
}

/** The makers of all pairs, within one budget of commands. */
export class MakerGroup {
  /** Commands sent so far. */
  sent = 0;
  private readonly deps: MakerDeps;
  private readonly budget: CommandBudget;
  private plays: readonly PairPlay[];
  private turn = 0;
  private isViewed = true;
  private refundedAt: number;

  constructor(deps: MakerDeps) {
    const now = deps.clock();
    this.deps = deps;
    this.budget = createCommandBudget(makerCommandsPerSecond, commandsBurst, now);
    this.plays = deps.pairs().map((pair) => newPlay(deps.spot, pair, deps.clock(), deps.random));
    this.refundedAt = now;
  }

  /** The first quotes of every pair, regardless of the budget: a book is never empty when users arrive. */
  async fillBooks(): Promise<void> {
    const { clock, source, spot } = this.deps;
    const quoted = this.plays.map(async (play) => {
      const { id } = play.maker.pair;
      const index = source.indexPrice(id, clock());
      if (index !== null && spot.isOpen(id)) await this.requote(play, index.ticks, (wanted) => wanted);
    });
    await Promise.all(quoted);
  }

  /** Takes what is listed now: trades new pairs, and leaves those that are gone. */
  async follow(): Promise<void> {
    const { pairs, spot, clock, random } = this.deps;
    const listed = pairs();
    const known = new Map(this.plays.map((play) => [play.maker.pair.id, play]));
    const added = listed.filter(({ id }) => !known.has(id));
    if (added.length > 0) await fundMakers(this.deps, added, clock());
    this.plays = listed.map((pair) => known.get(pair.id) ?? newPlay(spot, pair, clock(), random));
  }

  async step(): Promise<void> {
    const now = this.deps.clock();
    this.turn += 1;
    this.isViewed = this.deps.viewed();
    const looks: Promise<void>[] = [];
    // Each pass starts with another pair, so that a short budget is shared.
    for (let offset = 0; offset < this.plays.length; offset += 1) {
      const play = this.plays[(this.turn + offset) % this.plays.length];
      const look = play === undefined ? null : this.lookOrFail(play, now);
      if (look !== null) looks.push(look);
    }
    if (now - this.refundedAt > refundEveryMs) looks.push(this.refund(now));
    await Promise.all(looks);
  }

  /** A failing pair does not block the others. */
  private lookOrFail(play: PairPlay, now: number): Promise<void> | null {
    try {
      return this.lookAt(play, now);
    } catch (error) {
      this.deps.logger.error({ err: error, pair: play.maker.pair.id }, 'a maker pass failed');
      return null;
    }
  }

  /** Retried a minute later when it fails; top-ups are idempotent. */
  private async refund(now: number): Promise<void> {
    this.refundedAt = now;
    try {
      await fundMakers(this.deps, this.deps.pairs(), now);
    } catch (error) {
      this.refundedAt = now - refundEveryMs + refundAgainMs;
      throw error;
    }
  }

  private lookAt(play: PairPlay, now: number): Promise<void> | null {
    const { spot, source, watched } = this.deps;
    const { pair } = play.maker;
    if (play.busy) return null;
    const index = source.indexPrice(pair.id, now);
    if (spot.indication(pair.id) !== null) return index === null ? null : this.bid(play, index.ticks, now);
    if (!spot.isOpen(pair.id)) return null;
    if (play.hadAuction) {
      const left = leftOfAuction(spot, pair.id);
      if (left.length > 0)
        return this.send(play, left.slice(0, this.budget.take(Math.min(left.length, batchMax), now)));
      play.hadAuction = false;
    }
    if (index === null) return this.withdraw(play, now);
    const pace = watched(pair.id) ? watchedPace : this.isViewed ? quietPace : idlePace;
    // A viewer arrived: the next trade is soon.
    play.nextTradeAt = Math.min(play.nextTradeAt, now + pace.tradeToMs);
    if (isRequoteDue(play, index.ticks, pace, now)) {
      return this.requote(play, index.ticks, (wanted) => this.budget.take(Math.min(wanted, batchMax), now));
    }
    if (now >= play.nextTradeAt && this.budget.take(1, now) === 1) return this.take(play, index.ticks, pace);
    return null;
  }

  /** Moves one pair's quotes to the index, as far as the allowance permits. */
  private async requote(play: PairPlay, indexTicks: number, allowance: (wanted: number) => number): Promise<void> {
    const { maker } = play;
    const watched = this.deps.watched(maker.pair.id);
    const plan = planQuotes(indexTicks, maker.standing(), maker.terms(indexTicks, watched), this.deps.random);
    const wanted = [...plan.cancel.map(maker.cancelRequest), ...plan.place.map(maker.placeRequest)];
    const allowed = allowance(wanted.length);
    play.quotedAt = this.deps.clock();
    // What did not fit into the budget is planned again in the next pass.
    play.quotedTicks = allowed < wanted.length ? null : indexTicks;
    play.quotedWatched = watched;
    await this.send(play, wanted.slice(0, allowed));
  }

  private async take(play: PairPlay, indexTicks: number, pace: Pace): Promise<void> {
    const { clock, random, lotsPerMs, spot } = this.deps;
    const { maker } = play;
    const now = clock();
    const side = random() < buyShare(spot, maker.pair.id, indexTicks, maker.pair.priceDecimals) ? 'buy' : 'sell';
    const nearest = nearestQuotes(maker.standing(), side === 'buy' ? 'sell' : 'buy', indexTicks);
    const standingLots = nearest.slice(0, takenLevels).reduce((sum, quote) => sum + quote.lots, 0);
    const elapsed = Math.min(now - play.tradedAt, idlePace.tradeToMs * 2);
    const expected = lotsPerMs(maker.pair.id, now) * elapsed * -Math.log(1 - random() * 0.999);
    const lots = takerLots(expected, standingLots, maker.terms(indexTicks, false), indexTicks);
    play.tradedAt = now;
    play.nextTradeAt = now + pace.tradeFromMs + random() * (pace.tradeToMs - pace.tradeFromMs);
    if (lots > 0) await this.send(play, [maker.takeRequest(side, lots)]);
  }

  /** Takes part in a call auction, so that it has an indicative price. */
  private bid(play: PairPlay, indexTicks: number, now: number): Promise<void> | null {
    const { spot, random } = this.deps;
    play.hadAuction = true;
    if (now < play.nextTradeAt) return null;
    play.nextTradeAt = now + auctionPaceMs.from + random() * (auctionPaceMs.to - auctionPaceMs.from);
    const order = auctionOrder(spot, play.maker, indexTicks, random);
    return order === null || this.budget.take(1, now) === 0 ? null : this.send(play, [order]);
  }

  /** The price is unknown: quotes that may be wrong are cancelled. */
  private async withdraw(play: PairPlay, now: number): Promise<void> {
    const standing = play.maker.standing();
    const allowed = this.budget.take(Math.min(standing.length, batchMax), now);
    play.quotedTicks = null;
    await this.send(play, standing.slice(0, allowed).map(play.maker.cancelRequest));
  }

  /** Sends one pair's commands; refusals are expected, a broken invariant is not. */
  private async send(play: PairPlay, requests: readonly SpotRequest[]): Promise<void> {
    if (requests.length === 0) return;
    play.busy = true;
    this.sent += requests.length;
    try {
      for (const outcome of await this.deps.spot.submitMany(requests)) {
        if (!outcome.ok && !(outcome.error instanceof Refusal)) throw outcome.error;
      }
    } catch (error) {
      this.deps.logger.warn({ err: error, pair: play.maker.pair.id }, 'the makers could not trade');
    } finally {
      play.busy = false;
    }
  }
}

/** Probability that the next taker buys: higher when the last price is below the index. */
function buyShare(spot: Spot, pair: string, indexTicks: number, priceDecimals: number): number {
  const { last } = spot.prices(pair);
  if (last === null) return 0.5;
  const lastTicks = Math.round(Number(last) * 10 ** priceDecimals);
  if (lastTicks === indexTicks) return 0.5;
  return lastTicks < indexTicks ? 0.72 : 0.28;
}
