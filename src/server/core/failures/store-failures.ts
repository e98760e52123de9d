import { OutcomeUnknown } from './outcome-unknown.ts';
import { isConnectionLoss, isShortage, isTransient } from './postgres-errors.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/**
 * What a failure of the store means for who asked. `busy`: surely nothing was done, it may be asked again. `unknown`: it
 * may have been done. Null: it is no failure of the store but a mistake or a broken invariant.
 */
export function storeFailure(error: unknown): 'busy' | 'unknown' | null {
  if (error instanceof AggregateError) return failureOfAll(error.errors);
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof OutcomeUnknown) return 'unknown';
    if (current instanceof StoreUnavailable) return 'busy';
  }
  if (isConnectionLoss(error)) return 'unknown';
  return isShortage(error) || isTransient(error) ? 'busy' : null;
}

function failureOfAll(errors: readonly unknown[]): 'busy' | 'unknown' | null {
  const failures = new Set(errors.map(storeFailure));
  if (failures.size === 0 || failures.has(null)) return null;
  return failures.has('unknown') ? 'unknown' : 'busy';
}
