import type { IndexPrice } from '#server/markets/prices/price-source.ts';
import type { OpenedSource } from '#server/main/open-prices.ts';

/** What is wrong with the price of a pair: it stands still, nobody knows it, or it is another one by a factor. */
export type PriceFault = 'still' | 'unknown' | number;

/** The prices that the exchange follows, and what is wrong with them. */
export class FaultyPrices {
  readonly #faults = new Map<string, PriceFault>();
  readonly #last = new Map<string, IndexPrice | null>();

  /** @returns ends the fault */
  begin(pair: string, fault: PriceFault): () => void {
    this.#faults.set(pair, fault);
    return () => void this.#faults.delete(pair);
  }

  over(opened: OpenedSource): OpenedSource {
    const { source } = opened;
    const indexPrice = (pair: string, now: number) => this.#priceOf(pair, () => source.indexPrice(pair, now));
    return { ...opened, source: { ...source, indexPrice } };
  }

  #priceOf(pair: string, read: () => IndexPrice | null): IndexPrice | null {
    const fault = this.#faults.get(pair);
    if (fault === 'unknown') return null;
    if (fault === 'still') return this.#last.get(pair) ?? null;
    const price = read();
    this.#last.set(pair, price);
    if (fault === undefined || price === null) return price;
    return { ...price, ticks: Math.max(1, Math.round(price.ticks * fault)) };
  }
}
