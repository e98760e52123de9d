import { build, type InlineConfig, type Rolldown } from 'vite';

/**
 * Joins modules that several screens share into few chunks. Left to itself the bundler makes one chunk for every set of
 * screens that share something: a screen then fetches dozens of files of one or two kilobytes, and each costs a slow
 * phone a request, its headers and a task. Here such sets are merged as long as what is saved in requests outweighs what
 * some screens then carry without need.
 */

/**
 * What a request costs, in bytes of unminified source: its headers, what compression loses on small files, its work, and its
 * part of a round trip, of which six are under way at a time over HTTP/1.1 (150 ms at 1.6 Mbit/s: some 5 kB as they travel).
 */
const requestBytes = 9_000;

/** How often an entry is loaded, beside an ordinary screen: parts of the start with nearly every visit. */
const startWeight = 500;
const firstScreenWeight = 25;
const screenWeight = 1;
const partWeight = 0.5;

/**
 * What a screen may load, in bytes of unminified source, before every further byte without need weighs more: near the
 * budget of tests/budgets/size.test.ts a byte saved elsewhere is not worth one here.
 */
const fullBytes = 150_000;
const fullWeight = 40;

const firstScreen =
  /routes\/(?:pages\/(?:login\/login|home\/market|market\/kline|trade\/trade|lever\/lever|Option\/Option|assets\/assets))\.tsx|home\/signed-in-home\.tsx/;

/**
 * Entries that one start loads by themselves, none of which does anything before it is called: those that come at the
 * same time count as one and may share a file.
 */
const startParts: readonly RegExp[] = [
  // What home shows below its first lines.
  /home\/visitor-below\.tsx/,
  // What lies over the screens, and what an idle page does.
  /shell\/(?:overlays|missing-part|prefetch)\.tsx?|offline\/(?:update|outbox)\.ts|overlays\/confirm\.tsx/,
  // What asks after calls without an answer.
  /outcomes\/start-outcomes\.tsx|pending-outcomes\/(?:sending|endings)\.ts/,
];

/** What the graph needs to know of a module. */
export interface GraphModule {
  readonly id: string;
  /** The source it comes from, when it is loaded on its own. */
  readonly source?: string;
  /** In bytes of transformed source. */
  readonly size: number;
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
}

/** Modules that are loaded by exactly the same entries, or that were merged with such. */
interface Unit {
  readonly modules: string[];
  size: number;
  /** The entries that load it, by their position. */
  readonly loadedBy: Set<number>;
  /** Units it imports from. */
  readonly imports: Set<Unit>;
  /** A unit with an entry in it is a file of its own: it is in the way of others but joins none. */
  readonly isFixed: boolean;
}

/** Everything reached from a module by static imports, itself included. */
function closure(root: string, modules: ReadonlyMap<string, GraphModule>): Set<string> {
  const found = new Set([root]);
  for (const id of found) {
    for (const next of modules.get(id)?.imports ?? []) if (modules.has(next)) found.add(next);
  }
  return found;
}

function weightOf(entry: string): number {
  if (startParts.some((part) => part.test(entry))) return startWeight;
  if (firstScreen.test(entry)) return firstScreenWeight;
  return entry.includes('/routes/') ? screenWeight : partWeight;
}

/** A unit and everything it needs: whoever loads it loads them all. */
function withNeeds(unit: Unit): Set<Unit> {
  const found = new Set([unit]);
  for (const { imports } of found) for (const next of imports) found.add(next);
  return found;
}

/** For each entry, what it would carry more if it had to load a unit, in bytes of source. */
function burdens(unit: Unit, entries: number): Float64Array {
  const sums = new Float64Array(entries);
  for (const needed of withNeeds(unit)) {
    for (let entry = 0; entry < entries; entry += 1) {
      if (!needed.loadedBy.has(entry)) sums[entry] = (sums[entry] ?? 0) + needed.size;
    }
  }
  return sums;
}

/** A unit that may be merged, as the last merger left it. */
interface Candidate {
  readonly unit: Unit;
  /** Its place among the candidates, which stays. */
  readonly place: number;
  /** The entries that load it, in order. */
  readonly loads: Int32Array;
  /** What it would burden each entry with. */
  readonly burden: Float64Array;
}

/** How often a byte counts for each entry that loads it without need: the more when the entry loads much already. */
function byteWeights(units: ReadonlySet<Unit>, weights: readonly number[]): number[] {
  const loads = weights.map(() => 0);
  for (const unit of units) for (const entry of unit.loadedBy) loads[entry] = (loads[entry] ?? 0) + unit.size;
  return weights.map((weight, entry) => ((loads[entry] ?? 0) > fullBytes ? fullWeight * weight : weight));
}

/** What merging two units saves for each byte that entries then carry without need; at most 0 when it does not pay. */
function saving(a: Candidate, b: Candidate, weights: readonly number[], perByte: readonly number[]): number {
  let saved = 0;
  let carried = 1;
  let nthA = 0;
  let nthB = 0;
  while (nthA < a.loads.length || nthB < b.loads.length) {
    const entryA = a.loads[nthA] ?? Infinity;
    const entryB = b.loads[nthB] ?? Infinity;
    const entry = Math.min(entryA, entryB);
    if (entryA === entryB) saved += (weights[entry] ?? 0) * requestBytes;
    else carried += (perByte[entry] ?? 0) * ((entryA < entryB ? b : a).burden[entry] ?? 0);
    if (entryA === entry) nthA += 1;
    if (entryB === entry) nthB += 1;
  }
  return saved > carried ? saved / carried : 0;
}

/** Whether one unit needs the other by way of a third: merged, the two would import each other's importer. */
function isNeededThroughOthers(from: Unit, to: Unit): boolean {
  const seen = new Set([...from.imports].filter((unit) => unit !== to && unit !== from));
  for (const unit of seen) {
    if (unit.imports.has(to)) return true;
    for (const next of unit.imports) if (next !== from) seen.add(next);
  }
  return false;
}

/**
 * Merges two units, and has their entries load what the other needs.
 *
 * @returns the units that others now load, or that hold more
 */
function merge(kept: Unit, gone: Unit, units: Set<Unit>): Set<Unit> {
  kept.modules.push(...gone.modules);
  for (const unit of gone.imports) kept.imports.add(unit);
  units.delete(gone);
  for (const unit of units) {
    if (unit.imports.delete(gone)) unit.imports.add(kept);
  }
  kept.imports.delete(kept);
  kept.size += gone.size;
  for (const entry of gone.loadedBy) kept.loadedBy.add(entry);
  const changed = new Set([kept, gone]);
  for (const unit of withNeeds(kept)) {
    const before = unit.loadedBy.size;
    for (const entry of kept.loadedBy) unit.loadedBy.add(entry);
    if (unit.loadedBy.size > before) changed.add(unit);
  }
  return changed;
}

/**
 * What is on the device before an entry is loaded, whichever way led to it: a sheet opens from a screen, so that what
 * the screen needs need not be counted for the sheet.
 */
function loadedBefore(
  entries: readonly string[],
  closures: ReadonlyMap<string, ReadonlySet<string>>,
  modules: ReadonlyMap<string, GraphModule>,
  main: string,
): Map<string, ReadonlySet<string>> {
  const importers = new Map<string, string[]>(entries.map((entry) => [entry, []]));
  for (const from of [main, ...entries]) {
    for (const id of closures.get(from) ?? []) {
      for (const to of modules.get(id)?.dynamicImports ?? []) if (to !== from) importers.get(to)?.push(from);
    }
  }
  // Everything, until a way is found that does not load it; repeated until no set becomes smaller.
  const before = new Map<string, ReadonlySet<string>>(entries.map((entry) => [entry, new Set(modules.keys())]));
  before.set(main, new Set());
  for (let changed = true; changed;) {
    changed = false;
    for (const entry of entries) {
      const ways = importers.get(entry) ?? [];
      const known = before.get(entry) ?? new Set();
      const left = new Set(
        [...known].filter((id) =>
          ways.every((from) => closures.get(from)?.has(id) === true || before.get(from)?.has(id) === true),
        ),
      );
      if (left.size < known.size) {
        before.set(entry, left);
        changed = true;
      }
    }
  }
  return before;
}

/** Units from the key of each module; modules with the same key share one. */
function unitsByKey(
  modules: ReadonlyMap<string, GraphModule>,
  keys: ReadonlyMap<string, string>,
  loadedBy: ReadonlyMap<string, readonly number[]>,
  isFixed: ReadonlySet<string>,
): Set<Unit> {
  const byKey = new Map<string, Unit>();
  const unitOf = new Map<string, Unit>();
  for (const [id, key] of keys) {
    let unit = byKey.get(key);
    if (unit === undefined) {
      unit = { modules: [], size: 0, loadedBy: new Set(), imports: new Set(), isFixed: isFixed.has(id) };
      byKey.set(key, unit);
    }
    unit.modules.push(id);
    unit.size += modules.get(id)?.size ?? 0;
    for (const position of loadedBy.get(id) ?? []) unit.loadedBy.add(position);
    unitOf.set(id, unit);
  }
  for (const [id, unit] of unitOf) {
    for (const next of modules.get(id)?.imports ?? []) {
      const other = unitOf.get(next);
      if (other !== undefined && other !== unit) unit.imports.add(other);
    }
  }
  return new Set(byKey.values());
}

/** Entries that are loaded as one: those of a part of the start, any other alone. */
function entryGroups(entries: readonly string[], modules: ReadonlyMap<string, GraphModule>): string[][] {
  const groups = new Map<string | RegExp, string[]>();
  for (const entry of entries) {
    const source = modules.get(entry)?.source ?? '';
    const key = startParts.find((part) => part.test(source)) ?? entry;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()];
}

/** Sorts everything but the main entry's modules by what loads it. */
function unitsOf(
  modules: ReadonlyMap<string, GraphModule>,
  groups: readonly (readonly string[])[],
  main: string,
): Set<Unit> {
  const entries = groups.flat();
  const closures = new Map([main, ...entries].map((entry) => [entry, closure(entry, modules)] as const));
  const before = loadedBefore(entries, closures, modules, main);
  const isLoadedBy = (entry: string, id: string) =>
    closures.get(entry)?.has(id) === true && before.get(entry)?.has(id) !== true;
  const isStartPart = (id: string) => startParts.some((part) => part.test(modules.get(id)?.source ?? ''));
  const isFixed = new Set(entries.filter((entry) => !isStartPart(entry)));
  const keys = new Map<string, string>();
  const loadedBy = new Map<string, readonly number[]>();
  for (const id of modules.keys()) {
    if (closures.get(main)?.has(id) === true) continue;
    const positions = groups.flatMap((group, position) =>
      group.some((entry) => isLoadedBy(entry, id)) ? [position] : [],
    );
    loadedBy.set(id, positions);
    keys.set(id, isFixed.has(id) ? id : positions.join());
  }
  const units = unitsByKey(modules, keys, loadedBy, isFixed);
  // A module between two others of a unit may be loaded by more than they are: they part, or files would need each
  // other in a circle.
  const inCircle = [...units].filter((unit) => isNeededThroughOthers(unit, unit));
  if (inCircle.length === 0) return units;
  for (const id of inCircle.flatMap((unit) => unit.modules)) keys.set(id, id);
  return unitsByKey(modules, keys, loadedBy, isFixed);
}

/** A pair whose merging saves something. */
interface Pair {
  readonly a: Candidate;
  readonly b: Candidate;
  readonly saved: number;
}

/** Pairs from the one that saves most; those that save the same in the order of their places. */
const byPlace = (one: Pair, other: Pair) => one.a.place - other.a.place || one.b.place - other.b.place;
const bySaving = (one: Pair, other: Pair) => other.saved - one.saved || byPlace(one, other);

/**
 * Merges the two units whose merging saves most, until no merging saves anything. What a merger leaves as it was is not
 * worked out again: nearly all of it, each time.
 */
function mergeAll(units: Set<Unit>, weights: readonly number[]): void {
  const places = new Map([...units].filter(({ isFixed }) => !isFixed).map((unit, place) => [unit, place] as const));
  const candidates = new Map<Unit, Candidate>();
  let pairs: Pair[] = [];
  let perByte = byteWeights(units, weights);
  let stale = new Set(places.keys());
  for (;;) {
    pairs = pairs.filter(({ a, b }) => !stale.has(a.unit) && !stale.has(b.unit));
    for (const unit of stale) {
      candidates.delete(unit);
      const place = places.get(unit);
      if (place === undefined || !units.has(unit)) continue;
      const loads = Int32Array.from(unit.loadedBy).toSorted();
      candidates.set(unit, { unit, place, loads, burden: burdens(unit, weights.length) });
    }
    pairs.push(...newPairs(stale, candidates, weights, perByte));
    pairs.sort(bySaving);
    const best = pairs.find(
      ({ a, b }) => !isNeededThroughOthers(a.unit, b.unit) && !isNeededThroughOthers(b.unit, a.unit),
    );
    if (best === undefined) return;
    const changed = merge(best.a.unit, best.b.unit, units);
    const now = byteWeights(units, weights);
    const dearer = now.flatMap((weight, entry) => (weight === perByte[entry] ? [] : [entry]));
    perByte = now;
    stale = new Set(
      [...places.keys()].filter(
        (unit) =>
          changed.has(unit) ||
          dearer.some((entry) => unit.loadedBy.has(entry)) ||
          [...withNeeds(unit)].some((needed) => changed.has(needed)),
      ),
    );
  }
}

/** Pairs of a stale candidate and any other that some entry loads both of. */
function newPairs(
  stale: ReadonlySet<Unit>,
  candidates: ReadonlyMap<Unit, Candidate>,
  weights: readonly number[],
  perByte: readonly number[],
): Pair[] {
  const byEntry: Candidate[][] = weights.map(() => []);
  for (const candidate of candidates.values()) for (const entry of candidate.loads) byEntry[entry]?.push(candidate);
  const pairs: Pair[] = [];
  for (const unit of stale) {
    const one = candidates.get(unit);
    if (one === undefined) continue;
    const others = new Set([...one.loads].flatMap((entry) => byEntry[entry] ?? []));
    for (const other of others) {
      // Of two that are both stale, one counts.
      if (other === one || (stale.has(other.unit) && other.place < one.place)) continue;
      const [a, b] = one.place < other.place ? [one, other] : [other, one];
      const saved = saving(a, b, weights, perByte);
      if (saved > 0) pairs.push({ a, b, saved });
    }
  }
  return pairs;
}

/**
 * Which modules share a file.
 *
 * @param modules of the whole page, in an order that does not change from build to build
 * @param mainEntry what every visit loads; its static imports are left to the bundler
 * @returns lists of modules, each to be a chunk; what is in none is left to the bundler
 */
export function joinModules(modules: readonly GraphModule[], mainEntry: string): string[][] {
  const byId = new Map(modules.map((module) => [module.id, module]));
  const entries = [...new Set(modules.flatMap(({ dynamicImports }) => dynamicImports))].filter((id) => byId.has(id));
  const groups = entryGroups(entries, byId);
  const weights = groups.map(([entry = '']) => weightOf(byId.get(entry)?.source ?? ''));
  const units = unitsOf(byId, groups, mainEntry);
  mergeAll(units, weights);
  return [...units].filter(({ isFixed }) => !isFixed).map((unit) => unit.modules);
}

/** Words come area by area in one language; they are never code of a screen. */
const catalogue = /\.po$/;

/** Styles weigh more than their bytes: a screen waits for them before it is drawn, and their budget is small. */
const styleWeight = 2;

/** The chunk of the entry and all it needs but packages. */
const entryChunk = 'app';

/** Small parts that nearly every screen needs, and nothing the entry lacks: they come with the entry. */
const nearlyEverywhere =
  /src\/app\/(?:ui\/(?:lists\/Badge\.tsx|controls\/roving\.ts|overlays\/(?:keyboard|modal|useBackToClose)\.ts)|features\/shell\/later-part\.tsx)$/;

type Output = Rolldown.RolldownOutput['output'];

/** The chunks of a build as a graph, named by their files. */
function graphOf(output: Output): GraphModule[] {
  const styles = new Map(
    output.flatMap((file) => (file.type === 'asset' ? [[file.fileName, file.source.length] as const] : [])),
  );
  return output.flatMap((chunk) => {
    if (chunk.type !== 'chunk' || chunk.moduleIds.every((id) => catalogue.test(id))) return [];
    const ownStyles = [...(chunk.viteMetadata?.importedCss ?? [])].reduce(
      (sum, file) => sum + (styles.get(file) ?? 0),
      0,
    );
    return [
      {
        id: chunk.fileName,
        source: chunk.facadeModuleId ?? chunk.moduleIds.join(' '),
        size: chunk.code.length + styleWeight * ownStyles,
        imports: chunk.imports,
        dynamicImports: chunk.dynamicImports,
      },
    ];
  });
}

/**
 * Builds the page once without joining anything, which tells what each screen really needs, and joins those chunks.
 *
 * @param config of the page, without what only a finished build has
 * @returns the name of the chunk a module belongs to, or null to leave it to the bundler
 */
export async function joinedChunks(config: InlineConfig): Promise<(id: string) => string | null> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: {
      ...config.build,
      write: false,
      minify: false,
      sourcemap: false,
      manifest: false,
      reportCompressedSize: false,
    },
  });
  const output = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const main = [...chunks.values()].find(({ isEntry }) => isEntry);
  if (main === undefined) throw new Error('the build has no entry');
  const names = new Map<string, string>();
  const graph = graphOf(output as unknown as Output);
  const joined = joinModules(graph, main.fileName);
  for (const [position, files] of joined.entries()) {
    for (const id of files.flatMap((file) => chunks.get(file)?.moduleIds ?? [])) names.set(id, `shared-${position}`);
  }
  const needed = closure(main.fileName, new Map(graph.map((module) => [module.id, module])));
  for (const id of [...needed].flatMap((file) => chunks.get(file)?.moduleIds ?? [])) names.set(id, entryChunk);
  for (const id of names.keys()) if (nearlyEverywhere.test(id)) names.set(id, entryChunk);
  return (id) => names.get(id) ?? null;
}
