import { frameMaxBytes, heartbeatMs, topicsPerConnection, tryAgainLater } from '#protocol/core/limits.ts';

/** What the stream writes to the log. */
export interface StreamLog {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** All limits of the stream, adjustable by tests and benches; see `streamLimits` for the defaults. */
export interface StreamLimits {
  /** What became due for a socket within this time goes out in one write. */
  readonly tickMs: number;
  readonly topicsPerConnection: number;
  /** The largest client message; beyond it the connection is closed with 1009. */
  readonly frameMaxBytes: number;
  /** Messages a client may send per second on average, and at once. */
  readonly framesPerSecond: number;
  readonly frameBurst: number;
  /** Invalid messages before the connection is closed with 1008. */
  readonly malformedFramesMax: number;
  readonly connectionsPerAddress: number;
  readonly connectionsPerUser: number;
  readonly connectionsMax: number;
  /** Refused connections per second and address that get a close code; further upgrades are refused. */
  readonly turnedAwayPerSecond: number;
  /**
   * What one user and one address may cost, in units of one look-up in the store: per second on average, and at once.
   * `Infinity` is no limit.
   */
  readonly userUnitsPerSecond: number;
  readonly userUnitsBurst: number;
  readonly addressUnitsPerSecond: number;
  readonly addressUnitsBurst: number;
  /** Reads of the store that run at once, in all and for one user, and those of one user that may wait. */
  readonly readsAtOnce: number;
  readonly readsAtOncePerUser: number;
  readonly readsWaitingPerUser: number;
  readonly readsWaiting: number;
  readonly readWaitMaxMs: number;
  /** Bytes of deltas buffered for connections waiting for an account snapshot; beyond it they are refused. */
  readonly deltasKeptMaxBytes: number;
  /** A socket that was silent for this long is dropped: three missed heartbeats. */
  readonly silenceMs: number;
  /** A client this many bytes behind is dropped; it reconnects and starts from snapshots. */
  readonly bufferedMaxBytes: number;
}

/** The defaults. */
export const streamLimits: StreamLimits = {
  tickMs: 50,
  topicsPerConnection,
  frameMaxBytes,
  framesPerSecond: 20,
  frameBurst: 60,
  malformedFramesMax: 10,
  connectionsPerAddress: 200,
  // Ten sessions, each with an app and stale connections of a lost network.
  connectionsPerUser: 20,
  connectionsMax: 20_000,
  turnedAwayPerSecond: 5,
  // An app start costs about 30 units; ten devices reconnecting at once are within the burst.
  userUnitsPerSecond: 30,
  userUnitsBurst: 300,
  addressUnitsPerSecond: 300,
  addressUnitsBurst: 3_000,
  readsAtOnce: 6,
  readsAtOncePerUser: 2,
  readsWaitingPerUser: 400,
  readsWaiting: 20_000,
  readWaitMaxMs: 20_000,
  deltasKeptMaxBytes: 1024 * 1024,
  silenceMs: 3 * heartbeatMs + 1_000,
  bufferedMaxBytes: 1024 * 1024,
};

/** Burst size in seconds of the rate. */
const burstSeconds = 10;

/**
 * The limits that follow the settings of the exchange: the calls one address may make within a minute (0: budgets
 * have no limit), and how many users share an address.
 */
export function streamLimitsOf(callsPerMinute: number, addressFactor: number): Partial<StreamLimits> {
  const perSecond = callsPerMinute === 0 ? Number.POSITIVE_INFINITY : callsPerMinute / 60;
  // The defaults above are those of 6,000 calls a minute: an address has ten times the budget of a user.
  const userUnitsPerSecond = 0.3 * perSecond;
  const addressUnitsPerSecond = 3 * perSecond * addressFactor;
  return {
    connectionsPerAddress: streamLimits.connectionsPerAddress * addressFactor,
    userUnitsPerSecond,
    userUnitsBurst: burstSeconds * userUnitsPerSecond,
    addressUnitsPerSecond,
    addressUnitsBurst: burstSeconds * addressUnitsPerSecond,
  };
}

/** Costs, in units of a look-up. */
export const streamCosts = {
  /** A handshake costs more CPU than a look-up costs the store. */
  connection: 5,
  /** Reconnecting beyond the connection limit of an account. */
  turnedAway: 10,
  /** A token, a group of the chat. */
  lookUp: 1,
  chatAct: 2,
  /** A topic that the exchange holds in memory. */
  topic: 0.1,
  /** The account: balances, notices, deposits, withdrawals, tickets. */
  accountSnapshot: 5,
  /** Bytes of a snapshot that cost one unit to send. */
  bytesPerUnit: 8_192,
} as const;

/**
 * Close codes of RFC 6455 and the registry it founds; `tryAgainLater` asks for a longer wait before the next attempt.
 */
export const closeCodes = { goingAway: 1001, policy: 1008, internalError: 1011, tryAgainLater } as const;
