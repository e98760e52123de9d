/** A pair that any engine may run. */
export interface Spreadable {
  readonly pair: string;
  /** What running it costs beside the others, such as its commands of late; above 0. */
  readonly weight: number;
  /** The name of the engine that it is pinned to; null for none. One that is not there pins nothing. */
  readonly pin: string | null;
}

/** An engine that can run pairs. */
export interface SpreadTo {
  readonly id: string;
  readonly name: string;
  /** Pairs that it runs now. */
  readonly runs: ReadonlySet<string>;
}

/** How much more than its share an engine may run before pairs move: each move is a short pause of its pairs. */
const tolerance = 1.5;

/**
 * Which engine is to run which pair. Pinned ones go where they are pinned to; the others where they run already, as long
 * as no engine has far more than its share, and else the heaviest first to whichever engine has the least (LPT: at most a
 * third above the best there is).
 *
 * @returns the pairs of each engine by its id; every pair has one when there is an engine
 */
export function spread(
  pairs: readonly Spreadable[],
  engines: readonly SpreadTo[],
): ReadonlyMap<string, ReadonlySet<string>> {
  if (engines.length === 0) return new Map();
  const stays = place(pairs, engines, true);
  const share = pairs.reduce((sum, { weight }) => sum + weight, 0) / engines.length;
  const heaviest = Math.max(...[...stays.values()].map(({ weight }) => weight));
  const isEven = heaviest <= share * tolerance && [...stays.values()].every(({ pairs: own }) => own.size > 0);
  const placed = isEven ? stays : place(pairs, engines, false);
  return new Map([...placed].map(([id, { pairs: own }]) => [id, own]));
}

interface Load {
  readonly pairs: Set<string>;
  weight: number;
}

function place(pairs: readonly Spreadable[], engines: readonly SpreadTo[], mayStay: boolean): Map<string, Load> {
  const loads = new Map(engines.map(({ id }): [string, Load] => [id, { pairs: new Set(), weight: 0 }]));
  const put = (id: string, { pair, weight }: Spreadable) => {
    const load = loads.get(id);
    load?.pairs.add(pair);
    if (load !== undefined) load.weight += weight;
  };
  const free: Spreadable[] = [];
  for (const one of pairs) {
    const pinned = engines.find(({ name }) => name === one.pin);
    const now = mayStay ? engines.find(({ runs }) => runs.has(one.pair)) : undefined;
    const engine = pinned ?? now;
    if (engine === undefined) free.push(one);
    else put(engine.id, one);
  }
  for (const one of free.toSorted((a, b) => b.weight - a.weight || (a.pair < b.pair ? -1 : 1))) {
    const [lightest] = [...loads].toSorted(([, a], [, b]) => a.weight - b.weight);
    if (lightest !== undefined) put(lightest[0], one);
  }
  return loads;
}
