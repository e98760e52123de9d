/** A market that any engine may run. */
export interface PlaceableMarket {
  readonly market: string;
  /** What running it costs beside the others, such as its commands of late; above 0. */
  readonly weight: number;
  /** The name of the engine that it is pinned to; null for none. One that is not there pins nothing. */
  readonly pin: string | null;
}

/** An engine that can run markets. */
export interface EngineRuns {
  readonly id: string;
  readonly name: string;
  /** Markets that it runs now. */
  readonly runs: ReadonlySet<string>;
}

/** How much more than its share an engine may run before markets move: each move is a short pause of its markets. */
const tolerance = 1.5;

/**
 * Which engine is to run which market. Pinned ones go where they are pinned to; the others where they run already, as long
 * as no engine has far more than its share, and else the heaviest first to whichever engine has the least (LPT: at most a
 * third above the best there is).
 *
 * @returns the markets of each engine by its id; every market has one when there is an engine
 */
export function assignMarkets(
  markets: readonly PlaceableMarket[],
  engines: readonly EngineRuns[],
): ReadonlyMap<string, ReadonlySet<string>> {
  if (engines.length === 0) return new Map();
  const stays = place(markets, engines, true);
  const share = markets.reduce((sum, { weight }) => sum + weight, 0) / engines.length;
  const heaviest = Math.max(...[...stays.values()].map(({ weight }) => weight));
  const isEven = heaviest <= share * tolerance && [...stays.values()].every(({ markets: own }) => own.size > 0);
  const placed = isEven ? stays : place(markets, engines, false);
  return new Map([...placed].map(([id, { markets: own }]) => [id, own]));
}

interface Load {
  readonly markets: Set<string>;
  weight: number;
}

function place(
  markets: readonly PlaceableMarket[],
  engines: readonly EngineRuns[],
  mayStay: boolean,
): Map<string, Load> {
  const loads = new Map(engines.map(({ id }): [string, Load] => [id, { markets: new Set(), weight: 0 }]));
  const put = (id: string, { market, weight }: PlaceableMarket) => {
    const load = loads.get(id);
    load?.markets.add(market);
    if (load !== undefined) load.weight += weight;
  };
  const free: PlaceableMarket[] = [];
  for (const one of markets) {
    const pinned = engines.find(({ name }) => name === one.pin);
    const now = mayStay ? engines.find(({ runs }) => runs.has(one.market)) : undefined;
    const engine = pinned ?? now;
    if (engine === undefined) free.push(one);
    else put(engine.id, one);
  }
  for (const one of free.toSorted((a, b) => b.weight - a.weight || (a.market < b.market ? -1 : 1))) {
    const [lightest] = [...loads].toSorted(([, a], [, b]) => a.weight - b.weight);
    if (lightest !== undefined) put(lightest[0], one);
  }
  return loads;
}
