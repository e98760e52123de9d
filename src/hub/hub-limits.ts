import { minuteMs } from '#protocol/core/durations.ts';
import { heartbeatMs, reconnectMs } from '#protocol/core/limits.ts';

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
/** The longest wait before a refused topic is asked for again; waits double up to it. */
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
/** An open socket that brings no greeting within this is given up: a proxy accepted it, and passes nothing on. */
export const greetingTimeoutMs = 5_000;
/** Failed tries in a row after which the stream counts as blocked, and the exchange is asked over HTTP. */
export const failedTriesMax = 2;
/** A connection that ended sooner than this counts as cut: some proxies end every connection after a few seconds. */
export const steadyMs = 30_000;
/** While HTTP answers, a blocked stream is tried again after this, give or take `streamAgainJitter`: 30 to 60 s. */
export const streamAgainMs = 45_000;
export const streamAgainJitter = 1 / 3;
/** Without anything to say, tabs hear this often that the hub lives. */
export const beatMs = heartbeatMs;
/** How often prices, the own account, what changes rarely, and what hardly ever changes are polled. */
export const pricesEveryMs = 5_000;
export const accountEveryMs = 10_000;
export const slowEveryMs = 30_000;
export const rareEveryMs = minuteMs;
/** A question without an answer waits twice as long each time, up to this. */
export const pollAgainMaxMs = minuteMs;
/** Waits between two polls vary by this share. */
export const pollJitter = 0.2;
/** A question without an answer after this is given up. */
export const pollTimeoutMs = 10_000;
/** Questions under way at once; the others wait for their turn. */
export const pollsAtOnce = 3;
/** Polls that users ask for are no closer together than this. */
export const pollEveryLeastMs = 1_000;
/** Pages of one list that are polled; the exchange lets a user have fewer open orders than this. */
export const pollPagesMax = 30;
/** HTTP counts as working while the last answer is no older than this: three missed polls of prices. */
export const pollSilenceMs = 3 * pricesEveryMs + pollTimeoutMs;
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
