/** Nobody received the message: nothing was done. */
export class NotDelivered extends Error {}

/** The message was sent, and no answer came in time or it was lost with a connection: what was asked for may have been done. */
export class NoReply extends Error {}

/** Called with what was received and the subject it came on; `answer` is null when nobody waits for one. */
export type Heard = (payload: Uint8Array, answer: ((payload: Uint8Array) => void) | null, subject: string) => void;

/** What the link needs of a message broker. Messages of one sender arrive in order; any of them may be lost. */
export interface Bus {
  readonly isConnected: boolean;
  /** How often it was connected: with each connection before, messages that were on their way may have been lost. */
  readonly connections: number;
  /** The largest payload of one message, in bytes. */
  readonly payloadMaxBytes: number;
  /**
   * Sends a message and waits for its answer.
   *
   * @throws NotDelivered when nobody listens on the subject, or the broker is away
   * @throws NoReply
   */
  request(subject: string, payload: Uint8Array, timeoutMs: number): Promise<Uint8Array>;
  /** Sends a message; lost while the broker is away. */
  publish(subject: string, payload: Uint8Array): void;
  /** @returns unsubscribes */
  subscribe(subject: string, heard: Heard): () => void;
  /**
   * Hears requests.
   *
   * @returns ends it, and resolves once all that the broker had delivered before was heard: a request is either heard or
   *   reported to its sender as not delivered
   */
  serve(subject: string, heard: Heard): () => Promise<void>;
  /** Calls back when the connection is lost or back; returns an unsubscribe function. */
  onConnection(listener: (isConnected: boolean) => void): () => void;
  close(): Promise<void>;
}
