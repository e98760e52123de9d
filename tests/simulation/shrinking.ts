import { castOf, nameOf } from './people/people.ts';
import type { RunReport } from './run.ts';
import type { ChosenPlan, Runs } from './runs.ts';

/** A run that fails, and how. */
export interface FailedRun {
  readonly plan: ChosenPlan;
  readonly report: RunReport;
}

/** More runs than this make nobody wiser. */
const triesMost = 40;

/**
 * Looks for a shorter run that fails at the same check: with fewer kinds of faults, fewer people and fewer acts.
 *
 * @param onTry called with each run that was tried
 */
export async function shrink(runs: Runs, failed: FailedRun, onTry: (tried: FailedRun) => void): Promise<FailedRun> {
  let best = failed;
  let tries = 0;
  /** @returns whether a plan fails too */
  const holds = async (change: Partial<ChosenPlan>): Promise<boolean> => {
    if (tries === triesMost) return false;
    tries += 1;
    const plan = { ...best.plan, ...change };
    const tried = { plan, report: await runs.run(plan) };
    onTry(tried);
    if (tried.report.failure?.check !== failed.report.failure?.check) return false;
    best = tried;
    return true;
  };
  // A look after every act finds it earlier, and may find something else before.
  await holds({ checkedEvery: 1 });
  if (!(await holds({ faults: [] }))) await leaveOut(best.plan.faults, (faults) => holds({ faults }));
  const everybody = castOf(best.plan.people).map(nameOf);
  await leaveOut(best.plan.only ?? everybody, (only) => holds({ only }));
  const { failure } = best.report;
  if (failure !== null) await holds({ acts: Math.max(1, failure.acts) });
  return best;
}

/**
 * Leaves out parts of a list, halves first, then ever smaller ones.
 *
 * @param holds whether what is left will do
 */
async function leaveOut<Part>(
  whole: readonly Part[],
  holds: (left: readonly Part[]) => Promise<boolean>,
): Promise<void> {
  let left = whole;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length && left.length > 1;) {
      const fewer = left.toSpliced(at, size);
      if (fewer.length > 0 && (await holds(fewer))) left = fewer;
      else at += size;
    }
  }
}
