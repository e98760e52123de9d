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

/** Everything the hub needs of the world, so that tests can be the world. */
export interface HubDeps {
  openSocket(url: string, listener: HubSocketListener): HubSocket;
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
