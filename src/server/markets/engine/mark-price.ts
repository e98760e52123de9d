import type { Lots, Ms, Ticks, Units } from '#protocol/core/brand.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import { million } from '#protocol/core/fees.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import type { BookLevel } from './book.ts';
import { type ContractTerms } from './contract-terms.ts';

/** A premium is counted in billionths of the index. */
const billion = 1_000_000_000;

/** The smoothing period of the premium: a step of half a second counts for a 241st. */
const basisTimeMs = 120_000;
/** A single step counts for no more than this, however long the gap. */
const basisStepMostMs = 1_000;
/** Trades of the last minute count, up to this number. */
const basisTradesMs = minuteMs;
const basisTradesMost = 500;

/**
 * The average price of taking an amount of money from one side of a book, best first; null when the side is too
 * shallow. Levels beyond the amount are not read.
 *
 * @param levels of the side, best first
 * @param units of the settling coin
 */
export function impactTicks(terms: ContractTerms, levels: Iterable<BookLevel>, units: Units): number | null {
  let left = units;
  let lots = 0;
  let tickLots = 0n;
  for (const level of levels) {
    const each = lotsValue(terms, level.priceTicks, 1);
    const wanted = Number((left + each - 1n) / each);
    const taken = Math.min(wanted, level.lots);
    lots += taken;
    tickLots += BigInt(level.priceTicks) * BigInt(taken);
    if (taken === wanted) return Number(tickLots / BigInt(lots));
    left -= each * BigInt(taken);
  }
  return null;
}

interface BasisTrade {
  readonly at: Ms;
  readonly lots: Lots;
  /** Billionths of the index at that time. */
  readonly away: number;
}

/**
 * The smoothed premium of a contract over its index. The mark price is
 *
 *     index * (1 + basis), basis = moving average over 120 s of the premium, at most the contract's bound
 *
 * and the current premium is the average that trades of the last minute paid over the index, limited to what the book
 * would pay for the impact amount on either side; without trades, how far the impact bid is above the index or the
 * impact ask below it; without depth on both sides, zero. So large orders that never trade, near or far, in a shallow
 * or deep book, move the mark price by less than a twelfth of the bound within ten seconds, and trades have to be real
 * and pay fees.
 *
 * The premium of impact prices is that of BitMEX and Binance (premium index); its moving average within bounds is the
 * basis of their fair price. Here the smoothing alone limits the influence of an order book without trades.
 */
export class MarkBasis {
  /** Billionths of the index. */
  #basis = 0;
  #at: Ms | null = null;
  #trades: BasisTrade[] = [];

  /** The smoothed premium in billionths of the index. */
  get billionths(): number {
    return this.#basis;
  }

  /** Records a trade made while an index was known. */
  trade(indexTicks: Ticks, ticks: Ticks, lots: Lots, at: Ms): void {
    this.#trades.push({ at, lots, away: Math.trunc(((ticks - indexTicks) * billion) / indexTicks) });
    if (this.#trades.length > basisTradesMost) this.#trades.shift();
  }

  /** Drops trades of a failed batch; the smoothed value stays. */
  forgetTrades(): void {
    this.#trades = [];
  }

  /**
   * One mark-price step.
   *
   * @param impact average prices for the impact amount; null on a side that does not hold it
   */
  step(
    terms: ContractTerms,
    indexTicks: Ticks,
    impact: { readonly bid: number | null; readonly ask: number | null },
    at: Ms,
  ): void {
    const elapsed = this.#at === null ? 0 : Math.min(Math.max(0, at - this.#at), basisStepMostMs);
    this.#at = at;
    this.#trades = this.#trades.filter((trade) => trade.at > at - basisTradesMs && trade.at <= at);
    // Measured from the current value, so that even a swing from one bound to the other moves it no faster.
    const bound = Number(terms.premiumBoundPpm) * 1_000;
    const away = within(this.#premium(indexTicks, impact) - this.#basis, -bound, bound);
    const moved = this.#basis + Math.trunc((away * elapsed) / (basisTimeMs + elapsed));
    this.#basis = within(moved, -bound, bound);
  }

  #premium(indexTicks: Ticks, { bid, ask }: { readonly bid: number | null; readonly ask: number | null }): number {
    if (bid === null || ask === null) return 0;
    const low = Math.trunc(((bid - indexTicks) * billion) / indexTicks);
    const high = Math.trunc(((ask - indexTicks) * billion) / indexTicks);
    let lots = 0;
    let paid = 0n;
    for (const trade of this.#trades) {
      lots += trade.lots;
      paid += BigInt(trade.away) * BigInt(trade.lots);
    }
    const traded = lots === 0 ? 0 : Number(paid / BigInt(lots));
    return within(traded, low, high);
  }
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** The mark price: the index with its smoothed premium, within the contract's bound. @param basis in billionths */
export function markTicks(terms: ContractTerms, indexTicks: Ticks, basis: number): number {
  const bound = Number((BigInt(indexTicks) * terms.premiumBoundPpm) / million);
  const premium = Math.trunc((indexTicks * basis) / billion);
  return Math.max(1, indexTicks + within(premium, -bound, bound));
}
