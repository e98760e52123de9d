/** A socket as the hub sees it. */
export interface HubSocket {
  send(text: string): void;
  /** Closes it; nothing is heard of it afterwards. */
  close(): void;
}

/** What a socket tells. After `closed` it tells nothing more. */
export interface HubSocketListener {
  opened(): void;
  heard(text: string): void;
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
  /** Tells this hub from any other. */
  readonly epoch: string;
  /** Calls back when the tab that holds this lock is gone; returns how to stop waiting. */
  whenTabGone(lock: string, callback: () => void): () => void;
}
