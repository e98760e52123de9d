import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { ClientFrame, ServerFrame, Topic } from '#protocol/core/stream/channels.ts';
import { arrayFrame, fragment, type Batch } from './batch.ts';
import { closeCodes, type StreamLimits } from './stream-limits.ts';
import type { StreamSession } from '../core/topics/account-source.ts';

/** Topics covered by the cost of one message. */
const topicsPerMessage = 20;

/** One client's socket and its stream state. */
export class Connection {
  readonly socket: WebSocket;
  readonly address: string;
  /** Its subscriptions except `account`. */
  readonly topics = new Set<Topic>();
  session: StreamSession | null = null;
  /** Number of authentications; answers to earlier ones are discarded. */
  authCount = 0;
  /** True between `auth` and its answer; private subscriptions wait for it. */
  authPending = false;
  /** Whether a token of it is being looked up. */
  lookingUpToken = false;
  /** The latest authentication. */
  latestAuth: Extract<ClientFrame, { op: 'auth' }> | null = null;
  readonly privateWanted = new Set<Topic>();
  /** Pending look-ups of chat groups. */
  lookUps = 0;
  /** Chat actions in progress. */
  acting = 0;
  malformedFrames = 0;
  heardAtMs: number;
  /** What is due within this tick; null when nothing is. */
  batch: Batch | null = null;
  readonly #wire: Socket;
  readonly #limits: StreamLimits;
  #allowance: number;
  #allowanceAtMs: number;

  /** @param wire the TCP socket below, on which pre-built frames are written */
  constructor(socket: WebSocket, wire: Socket, address: string, limits: StreamLimits, nowMs: number) {
    this.socket = socket;
    this.address = address;
    this.heardAtMs = nowMs;
    this.#wire = wire;
    this.#limits = limits;
    this.#allowance = limits.frameBurst;
    this.#allowanceAtMs = nowMs;
  }

  /** Counts a message of the client; false once it sends more than it may. */
  admitFrame(nowMs: number): boolean {
    this.heardAtMs = nowMs;
    const earned = ((nowMs - this.#allowanceAtMs) * this.#limits.framesPerSecond) / 1_000;
    this.#allowance = Math.min(this.#limits.frameBurst, this.#allowance + Math.max(0, earned)) - 1;
    this.#allowanceAtMs = nowMs;
    return this.#allowance >= 0;
  }

  /** A message with many topics counts as several. False as with `admitFrame`. */
  admitTopics(count: number): boolean {
    this.#allowance -= Math.floor(count / topicsPerMessage);
    return this.#allowance >= 0;
  }

  /** Writes at once, outside the tick: for answers to this connection alone. */
  say(...frames: readonly ServerFrame[]): void {
    this.write(arrayFrame(frames.map(fragment)));
  }

  /** Writes whole frames. False when the client was too far behind and has been dropped. */
  write(frames: Buffer): boolean {
    if (this.socket.readyState !== this.socket.OPEN) return true;
    if (this.#wire.writableLength > this.#limits.bufferedMaxBytes) {
      this.socket.terminate();
      return false;
    }
    this.#wire.write(frames);
    return true;
  }

  /** Closes because of overload; the client waits longer than usual before reconnecting. */
  turnAway(reason: string): void {
    this.socket.close(closeCodes.tryAgainLater, reason);
  }

  /** Closes because the client breaks the rules. */
  expel(reason: string): void {
    this.socket.close(closeCodes.policy, reason);
  }
}
