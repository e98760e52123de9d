import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { countedNetworks } from '../core/config/client-address.ts';
import type { UsageElsewhere } from '../core/pacing/usage-elsewhere.ts';
import type { StreamLimits } from './stream-limits.ts';

/** Path of the stream on the exchange's own port. */
export const streamPath = '/stream';

/** Counts connections and decides on new ones. */
export class ConnectionGuard {
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
export function refuseUpgrade(socket: Duplex, status: keyof typeof reasons): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
