import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { clientAddress, type TrustedProxies } from '../core/config/client-address.ts';
import type { UsageElsewhere } from '../core/pacing/usage-elsewhere.ts';
import { ConnectionGuard, refuseUpgrade, streamPath } from './connection-guard.ts';
import { closeCodes, streamCosts, type StreamLimits } from './stream-limits.ts';
import type { StreamReads } from './stream-reads.ts';

/** A refused connection that does not close is destroyed after this. */
const turnAwayMs = 1_000;

export interface UpgradesDeps {
  readonly limits: StreamLimits;
  readonly reads: StreamReads;
  readonly usage: UsageElsewhere;
  /** Browsers' origins that may connect besides the exchange's own. */
  readonly origins: readonly string[];
  readonly trustedProxies: TrustedProxies;
  /** Whether the stream is closing and refuses connections. */
  readonly isClosing: () => boolean;
  /** @param wire the TCP socket below */
  readonly opened: (socket: WebSocket, wire: Socket, address: string) => void;
}

/** Accepts connections by origin, connection limits, and the budget of the address. */
export class Upgrades {
  readonly #deps: UpgradesDeps;
  readonly #guard: ConnectionGuard;
  readonly #acceptor: WebSocketServer;

  constructor(deps: UpgradesDeps) {
    this.#deps = deps;
    this.#guard = new ConnectionGuard(deps.limits, deps.origins, deps.usage);
    this.#acceptor = new WebSocketServer({
      noServer: true,
      maxPayload: deps.limits.frameMaxBytes,
      perMessageDeflate: false,
      clientTracking: false,
    });
  }

  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      const path = (request.url ?? '').split('?', 1)[0];
      if (path === streamPath) this.#upgrade(request, socket, head);
      else if (server.listenerCount('upgrade') === 1) refuseUpgrade(socket, 404);
    });
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { reads, trustedProxies, isClosing } = this.#deps;
    const address = clientAddress(trustedProxies, request).network;
    const refusal = isClosing() ? 503 : this.#guard.refusal(request);
    if (refusal !== null) {
      refuseUpgrade(socket, refusal);
      return;
    }
    const isFull = this.#guard.isFull(address) || !reads.mayEnter(address, streamCosts.connection);
    if (isFull && !reads.mayPublishTo(address)) {
      refuseUpgrade(socket, 429);
      return;
    }
    this.#acceptor.handleUpgrade(request, socket, head, (client) => {
      if (isFull) this.#turnAway(client);
      else this.#open(client, socket as Socket, address);
    });
  }

  #open(client: WebSocket, wire: Socket, address: string): void {
    this.#guard.enter(address);
    client.once('close', () => this.#guard.leave(address));
    this.#deps.opened(client, wire, address);
  }

  /**
   * Browsers do not expose why an upgrade was refused, but they do expose a close code. Opening a connection to close
   * it costs as much as serving it, so an address gets only a few per second.
   */
  #turnAway(socket: WebSocket): void {
    const deadline = setTimeout(() => socket.terminate(), turnAwayMs);
    socket.on('error', () => undefined);
    socket.once('close', () => clearTimeout(deadline));
    socket.close(closeCodes.tryAgainLater, 'too many connections from one address');
  }
}
