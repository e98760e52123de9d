import type { Code } from '#protocol/core/codes.ts';

/** A socket as the hub sees it. */
export interface HubSocket {
  send(text: string): void;
  /** Closes it; it calls back no more. */
  close(): void;
}

/** Callbacks of a socket. After `closed` none is called. */
export interface HubSocketListener {
  opened(): void;
  received(text: string): void;
  /** @param code the close code of RFC 6455, 1006 when there was none */
  closed(code: number): void;
}

/** A question to the exchange over HTTP: the address of a `GET` call, with its query. */
export interface HubQuestion {
  readonly url: string;
  /** Whose answer it is; null for what everybody gets, which caches on the way may answer. */
  readonly token: string | null;
}

/** The exchange's answer. `ageMs` is how long it lay in a cache on the way. */
export interface HubAnswer {
  readonly code: Code;
  readonly data: unknown;
  readonly ageMs: number;
}

/** Everything the hub needs of the world, so that tests can be the world. */
export interface HubDeps {
  openSocket(url: string, listener: HubSocketListener): HubSocket;
  /**
   * Asks over HTTP and calls back once, later: null when what came, if anything, is not from the exchange. Returns how to give
   * up, after which nothing is called.
   */
  ask(question: HubQuestion, answered: (answer: HubAnswer | null) => void): () => void;
  /** Device time in epoch milliseconds. */
  now(): number;
  /** Calls back once after a while; returns how to prevent it. */
  after(delayMs: number, callback: () => void): () => void;
  /** From 0 to below 1. */
  random(): number;
  /** Identifies this hub. */
  readonly epoch: string;
  /** Calls back when the tab that holds this lock is gone; returns how to stop waiting. */
  whenTabGone(lock: string, callback: () => void): () => void;
}
