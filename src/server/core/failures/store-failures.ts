import { OutcomeUnknown } from './outcome-unknown.ts';
import { isConnectionLoss, isShortage, isTransient } from './postgres-errors.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/**
 * What a store failure means for the caller. `busy`: certainly nothing was done, so it may be retried. `unknown`: it
 * may have been done. Null: not a store failure but a bug or a broken invariant.
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
