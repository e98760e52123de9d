/** Server time in epoch milliseconds. Rules take a clock as an argument, so that tests can move it. */
export type Clock = () => number;

/** The clock of a running exchange. */
export const systemClock: Clock = Date.now;
