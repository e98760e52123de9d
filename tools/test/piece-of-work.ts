import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/**
 * A piece of work that tells how slow the machine is: as the tests do, it starts a process for each processor, and these
 * hash, join texts and reckon with big integers at the same time. It is measured before and after each stage, while no
 * test runs. One process alone tells too little: processors that share what they reckon with are slow only together.
 */

/** What it takes on a machine on which the limits of files hold as they are written. */
const usualMs = 260;
const rounds = 100_000;
const measures = 3;

/** What a piece of work takes now: the least of a few, so that a moment in which something else ran does not count. */
export async function measurePiece(run = runPiece, now: () => number = () => performance.now()): Promise<number> {
  let least = Infinity;
  for (let measure = 0; measure < measures; measure += 1) {
    const from = now();
    await run();
    least = Math.min(least, now() - from);
  }
  return least;
}

/**
 * How many times longer the machine takes than usual, by the slowest piece: a run that was slow for a while is a slow run.
 *
 * @returns 1 at least, so that a fast machine tightens no limit
 */
export function slownessOf(pieceMs: readonly number[]): number {
  return Math.max(1, ...pieceMs.map((ms) => ms / usualMs));
}

async function runPiece(): Promise<void> {
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      const child = spawn(process.execPath, [import.meta.filename], { stdio: 'inherit' });
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code !== 0) throw new Error(`a piece of work ended with ${code}`);
    }),
  );
}

function work(): string {
  let text = '';
  let sum = 1n;
  for (let round = 0; round < rounds; round += 1) {
    sum = (sum * 6_364_136_223_846_793_005n + BigInt(round)) % 2n ** 127n;
    text = createHash('sha256')
      .update(JSON.stringify({ round, text, sum: sum.toString() }))
      .digest('hex');
  }
  return text;
}

if (import.meta.main) work();
