import type { HubMessage, TabMessage } from '#hub/protocol.ts';

/** A way from this tab to the hub. */
export interface Transport {
  send(message: TabMessage): void;
  close(): void;
}

export interface TransportListener {
  received(message: HubMessage): void;
  /** A hub with this epoch has started somewhere, and this way does not lead to it: ours may be dead. */
  announced(epoch: string): void;
  /** This way does not work here; the next best one is tried. */
  failed(): void;
}

/** @param tab name of the Web Lock that this tab holds, which is also its name on a shared channel */
export type OpenTransport = (tab: string, listener: TransportListener) => Transport;
