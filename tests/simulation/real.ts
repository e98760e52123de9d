import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

// Bound here, because the bindings of modules follow what a run puts in their place.
const trueNextTurn = nextTurn.bind(null);
const trueSleep = sleep.bind(null);

/**
 * The true timers and clock of this process, for what watches a run from outside of its simulated time. This module is
 * loaded before anything is replaced.
 */
export const realImmediate = (): Promise<void> => trueNextTurn();
export const realSleep = (milliseconds: number): Promise<void> => trueSleep(milliseconds);
export const realNow = performance.now.bind(performance);
