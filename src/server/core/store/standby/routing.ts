import { AsyncLocalStorage } from 'node:async_hooks';

const fromStandby = new AsyncLocalStorage<true>();

/** Runs a read whose store access goes to the standby. */
export function onStandby<Result>(work: () => Result): Result {
  return fromStandby.run(true, work);
}

/** Whether the current work reads from the standby. */
export function isOnStandby(): boolean {
  return fromStandby.getStore() === true;
}
