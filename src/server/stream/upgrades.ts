import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { clientAddress, type TrustedProxies, countedNetworks } from '../core/config/client-address.ts';
import type { UsageElsewhere } from '../core/pacing/usage-elsewhere.ts';
import { closeCodes, streamCosts, type StreamLimits } from './stream-limits.ts';
import type { StreamReads } from './stream-reads.ts';

/** A refused connection that does not close is destroyed after this. */
const turnAwayMs = 1_000;

interface UpgradesDeps {
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

/** Path of the stream on the exchange's own port. */
const streamPath = '/stream';

/** Counts connections and decides on new ones. */
class ConnectionGuard {
  readonly #limits: StreamLimits;
  readonly #origins: ReadonlySet<string>;
  readonly #usage: UsageElsewhere;
  readonly #perAddress = new Map<string, number>();
  #count = 0;

  /** @param origins browsers' origins that may connect besides the exchange's own, as in `https://app.example` */
  constructor(limits: StreamLimits, origins: readonly string[], usage: UsageElsewhere) {
    this.#limits = limits;
    this.#origins = new Set(origins);
    this.#usage = usage;
  }

  /** The HTTP status of a refused upgrade, or null when it is accepted. */
  refusal(request: IncomingMessage): 403 | 503 | null {
    if (!this.#originAllowed(request)) return 403;
    if (this.#count >= this.#limits.connectionsMax) return 503;
    return null;
  }

  /** Whether an address has reached its connection limit, at all processes together. */
  isFull(address: string): boolean {
    return countedNetworks(address).some(({ network, times }) => {
      const own = this.#perAddress.get(network) ?? 0;
      return own + this.#usage.connectionsOfAddress(network) >= this.#limits.connectionsPerAddress * times;
    });
  }

  enter(address: string): void {
    this.#count += 1;
    for (const { network } of countedNetworks(address)) {
      this.#usage.countAddress(network, 1);
      this.#perAddress.set(network, (this.#perAddress.get(network) ?? 0) + 1);
    }
  }

  leave(address: string): void {
    this.#count -= 1;
    for (const { network } of countedNetworks(address)) {
      this.#usage.countAddress(network, -1);
      const left = (this.#perAddress.get(network) ?? 1) - 1;
      if (left > 0) this.#perAddress.set(network, left);
      else this.#perAddress.delete(network);
    }
  }

  /** A browser names the page's origin: it must be the exchange's own. A client without one is not a browser. */
  #originAllowed(request: IncomingMessage): boolean {
    const { origin, host } = request.headers;
    if (origin === undefined || this.#origins.has(origin)) return true;
    return URL.canParse(origin) && new URL(origin).host === host;
  }
}

const reasons = { 403: 'Forbidden', 404: 'Not Found', 429: 'Too Many Requests', 503: 'Service Unavailable' } as const;

/** Answers an upgrade with a plain HTTP status and ends the connection. */
function refuseUpgrade(socket: Duplex, status: keyof typeof reasons): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
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
