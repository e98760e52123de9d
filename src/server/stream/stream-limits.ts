import { frameMaxBytes, heartbeatMs, topicsPerConnection } from '../../contract/limits.ts';

/** Every bound of the stream, so that a test or a bench can move one; see `streamLimits` for the defaults. */
export interface StreamLimits {
  /** What became due for a socket within this time goes out in one write. */
  readonly tickMs: number;
  readonly topicsPerConnection: number;
  /** The largest message a client may send; past it the connection is closed with 1009. */
  readonly frameMaxBytes: number;
  /** Messages a client may send per second on average, and at once. */
  readonly framesPerSecond: number;
  readonly frameBurst: number;
  /** Messages that make no sense before the connection is closed with 1008. */
  readonly malformedFramesMax: number;
  readonly connectionsPerAddress: number;
  readonly connectionsMax: number;
  /** A socket that was silent for this long is dropped: three missed heartbeats. */
  readonly silenceMs: number;
  /** A reader this many bytes behind is dropped; it comes back and starts from snapshots. */
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
  connectionsMax: 20_000,
  silenceMs: 3 * heartbeatMs + 1_000,
  bufferedMaxBytes: 1024 * 1024,
};

/** Close codes of RFC 6455 that the stream uses. */
export const closeCodes = { goingAway: 1001, policy: 1008, internalError: 1011 } as const;
