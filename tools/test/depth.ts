/** How deep the random tests of a run go, and by which seed: read once a run, handed to every test (`tests/depth.ts`). */
export interface Depth {
  /** Share of the full number of runs and rounds; more than 1 makes more of them. */
  readonly depth: number;
  /** Below 2 ** 31. Repeats what was drawn, not the timing of the machine. */
  readonly seed: number;
}

/** `npm test` and single files. */
export const smallDepth = 0.25;
/** `npm run test:deep`. */
export const fullDepth = 1;
const seedMost = 2 ** 31;

/**
 * @param environment `DEPTH` and `SEED`, each where one is wanted
 * @param drawn the seed where none is wanted
 * @throws Error for a depth or a seed that is none
 */
export function depthOf(environment: Readonly<Record<string, string | undefined>>, drawn: number): Depth {
  const depth = Number(environment['DEPTH'] ?? smallDepth);
  if (!(depth > 0 && depth < Infinity)) throw new Error('DEPTH is a positive number: 1 makes all runs, 0.25 a quarter');
  const seed = Number(environment['SEED'] ?? drawn);
  if (!Number.isInteger(seed) || seed < 0 || seed >= seedMost) throw new Error(`SEED is an integer below ${seedMost}`);
  return { depth, seed };
}

/** As in `depth 0.25, seed 1234`. */
export function depthLine({ depth, seed }: Depth): string {
  return `depth ${depth}, seed ${seed}`;
}
