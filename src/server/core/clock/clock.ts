import { hostTime, steadyClock } from './steady-clock.ts';

/** Server time in epoch milliseconds. Rules take a clock as an argument, so that tests can move it. */
export type Clock = () => number;

/** The time of this process, which never jumps when the host's clock is set. */
export const systemTime = steadyClock(hostTime());

/** The clock of a running exchange. */
export const systemClock: Clock = systemTime.now;
