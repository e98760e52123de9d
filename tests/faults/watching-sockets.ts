import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

const topics = ['tickers', 'depth:BTCUSDT', 'trades:BTCUSDT', 'depth:ETHUSDT'];
const reopenAfterMs = 200;
/** As the app does: who says nothing for long is taken for gone. */
const pingEveryMs = 5_000;

/** Users who only look: each holds a socket of the stream open, and opens it again when it closes. */
export class WatchingSockets {
  /** Sockets that the exchange closed, or that broke. */
  closed = 0;
  frames = 0;
  readonly #address: () => string;
  readonly #sockets = new Set<WebSocket>();
  #ended = false;

  /** @param address of the exchange, asked again for each socket */
  constructor(address: () => string) {
    this.#address = address;
  }

  open(count: number): void {
    for (let nth = 0; nth < count; nth += 1) void this.#openOne();
  }

  openCount(): number {
    return [...this.#sockets].filter(({ readyState }) => readyState === WebSocket.OPEN).length;
  }

  close(): void {
    this.#ended = true;
    for (const socket of this.#sockets) socket.terminate();
  }

  async #openOne(): Promise<void> {
    while (!this.#ended) {
      const socket = new WebSocket(`${this.#address().replace('http', 'ws')}/stream`);
      this.#sockets.add(socket);
      let wasOpen = false;
      let pinging: NodeJS.Timeout | undefined;
      socket.on('open', () => {
        wasOpen = true;
        pinging = setInterval(() => socket.send(JSON.stringify({ op: 'ping', at: Date.now() })), pingEveryMs);
        socket.send(JSON.stringify({ op: 'subscribe', topics }));
      });
      socket.on('message', () => (this.frames += 1));
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('close', resolve));
      clearInterval(pinging);
      this.#sockets.delete(socket);
      if (wasOpen && !this.#ended) this.closed += 1;
      await sleep(reopenAfterMs);
    }
  }
}
