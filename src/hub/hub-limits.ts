import { minuteMs } from '../protocol/durations.ts';
import { heartbeatMs, reconnectMs } from '../protocol/limits.ts';

/** A tab gets at most one message within this time, even if it takes updates in at once. */
export const frameMs = 16;
/** Topics are kept this long after the last visible tab released them, so that going back finds them warm. */
export const lingerMs = 10_000;
/** Without tabs the hub keeps its socket this long. */
export const idleMs = 10_000;
/** Subscriptions are sent to the exchange at most this often. */
export const subscribeEveryMs = 100;
/** A snapshot that was asked for and did not come is asked for again after this. */
export const resyncAgainMs = 5_000;
/** A topic that was refused because too much was asked for waits twice as long each time, up to this. */
export const refusedAgainMaxMs = minuteMs;
/** The first wait after the exchange turned the connection away, and the longest; it doubles in between. */
export const turnedAwayMs = 3 * reconnectMs;
export const turnedAwayMaxMs = 5 * minuteMs;
/** A connection that lasted this long shows that the exchange takes this device again. */
export const takenAgainMs = minuteMs;
/** A socket that has said nothing for this long is dead: three missed heartbeats. */
export const silenceMs = 3 * heartbeatMs;
/** A socket that has not opened after this is given up. */
export const connectTimeoutMs = 10_000;
/** Waits between two tries vary by this share, so that clients do not come back all at once. */
export const reconnectJitter = 0.2;
/** Tries that users ask for are no closer together than this. */
export const retryEveryMs = 1_000;
/** Tabs that one hub serves. */
export const tabsMax = 64;
/** Merged changes of one topic past which a tab is better off with a snapshot. */
export const changesMax = 500;
/** Round trips from which the server's time is estimated; the quickest one counts. */
export const clockSamplesMax = 8;
/** Tokens that ended, kept so that a tab that read one before the log-out cannot bring it back. */
export const endedTokensMax = 16;
/** Acts in the chat that may wait for their answer; a page sends one at a time. */
export const actsMax = 64;
