import type { ContractRow, ListedCoin, ListedPair, InstrumentsContent } from './listed.ts';
import { shippedInstruments } from './shipped.ts';

/**
 * What is listed, in memory: every look-up of a coin or a pair reads it, so it is never a query. `openInstruments` fills it
 * from the tables before any area opens, and follows them from then on.
 */
export class Instruments {
  /** By id, in the order of lists. The map and the arrays below stay the same objects; their content changes. */
  readonly coins = new Map<string, ListedCoin>();
  /** In the order of boards, in any state. */
  readonly pairs: ListedPair[] = [];
  /** In the order of lists; one is never removed. */
  readonly contracts: ContractRow[] = [];
  readonly #byId = new Map<string, ListedPair>();

  constructor(content: InstrumentsContent) {
    this.replace(content);
  }

  /** The pair with an id, or null. */
  pair(id: string): ListedPair | null {
    return this.#byId.get(id) ?? null;
  }

  /**
   * Takes another content in the place of this one. What did not change stays the same object.
   *
   * @returns whether anything changed
   * @throws Error when a coin changed its scale: every amount of it would mean something else
   */
  replace({ coins, pairs, contracts }: InstrumentsContent): boolean {
    for (const { id, scale } of coins) {
      const known = this.coins.get(id);
      if (known !== undefined && known.scale !== scale) throw new Error(`the scale of ${id} changed`);
    }
    const nextCoins = coins.map((coin) => sameOr(this.coins.get(coin.id), coin));
    const nextPairs = pairs.map((pair) => sameOr(this.#byId.get(pair.id), pair));
    const nextContracts = contracts.map((row) =>
      sameOr(
        this.contracts.find(({ id }) => id === row.id),
        row,
      ),
    );
    const isSame =
      isEqual([...this.coins.values()], nextCoins) &&
      isEqual(this.pairs, nextPairs) &&
      isEqual(this.contracts, nextContracts);
    if (isSame) return false;
    this.contracts.splice(0, this.contracts.length, ...nextContracts);
    this.coins.clear();
    for (const coin of nextCoins) this.coins.set(coin.id, coin);
    this.pairs.splice(0, this.pairs.length, ...nextPairs);
    this.#byId.clear();
    for (const pair of nextPairs) this.#byId.set(pair.id, pair);
    return true;
  }
}

function sameOr<Row extends object>(known: Row | undefined, next: Row): Row {
  return known !== undefined && JSON.stringify(known) === JSON.stringify(next) ? known : next;
}

function isEqual(before: readonly object[], after: readonly object[]): boolean {
  return before.length === after.length && before.every((one, nth) => one === after[nth]);
}

/** What is listed on this exchange. Until the tables are read, as in tests without a store: what ships. */
export const instruments = new Instruments(shippedInstruments);
