import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { depthOf } from '#hub/accumulators/of-kind.ts';
import type { DepthUpdate, ServerFrame } from '#protocol/core/stream/channels.ts';

const reopenAfterMs = 200;
/** As the app does: whoever says nothing for so long is gone, and another connection is opened. */
const pingEveryMs = 2_000;
const silenceMs = 6_000;

/** The book of a pair as a socket knows it. */
interface KnownBook {
  seq: number;
  merged: ReturnType<typeof depthOf>;
}

/** Sockets that keep the books of pairs out of snapshots and changes, as open apps do. */
export class BookSockets {
  /** Sockets that were closed by somebody else, or were silent. */
  closed = 0;
  /** Changes that did not follow on what was there. */
  readonly gaps: string[] = [];
  readonly #address: () => string;
  readonly #pairs: readonly string[];
  readonly #open = new Map<WebSocket, Map<string, KnownBook>>();
  #isOver = false;

  /** @param address of the exchange, asked again for each socket */
  constructor(address: () => string, pairs: readonly string[]) {
    this.#address = address;
    this.#pairs = pairs;
  }

  open(count: number): void {
    for (let nth = 0; nth < count; nth += 1) void this.#keepOpen();
  }

  close(): void {
    this.#isOver = true;
    for (const socket of this.#open.keys()) socket.terminate();
  }

  /** How many sockets have every book. */
  get following(): number {
    return [...this.#open.values()].filter(({ size }) => size === this.#pairs.length).length;
  }

  /** The book of a pair at each socket, as texts that are equal for equal books. */
  books(pair: string): string[] {
    return [...this.#open.values()].flatMap((known) => {
      const merged = known.get(pair)?.merged.read()[0];
      return merged === undefined ? [] : [bookText(merged)];
    });
  }

  async #keepOpen(): Promise<void> {
    while (!this.#isOver) {
      const socket = new WebSocket(`${this.#address().replace('http', 'ws')}/stream`);
      const isOwnEnd = await this.#follow(socket);
      if (!isOwnEnd) this.closed += 1;
      await sleep(reopenAfterMs);
    }
  }

  /** Resolves when it is closed: whether that was before it opened, or by this side at the end. */
  async #follow(socket: WebSocket): Promise<boolean> {
    const known = new Map<string, KnownBook>();
    let heardAtMs = performance.now();
    let wasOpen = false;
    const pinging = setInterval(() => {
      if (performance.now() - heardAtMs > silenceMs) socket.terminate();
      else if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ op: 'ping', at: Date.now() }));
    }, pingEveryMs);
    socket.on('open', () => {
      wasOpen = true;
      this.#open.set(socket, known);
      socket.send(JSON.stringify({ op: 'subscribe', topics: this.#pairs.map((pair) => `depth:${pair}`) }));
    });
    socket.on('message', (data: Buffer) => {
      heardAtMs = performance.now();
      for (const frame of JSON.parse(data.toString()) as ServerFrame[]) this.#hear(known, frame);
    });
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(pinging);
    this.#open.delete(socket);
    return !wasOpen || this.#isOver;
  }

  #hear(known: Map<string, KnownBook>, frame: ServerFrame): void {
    if (!('is' in frame) || !frame.topic.startsWith('depth:')) return;
    const pair = frame.topic.slice('depth:'.length);
    const update = frame.data as DepthUpdate;
    if (frame.is === 'snapshot') known.set(pair, { seq: frame.seq, merged: depthOf('state') });
    const book = known.get(pair);
    if (book === undefined || (frame.is !== 'snapshot' && frame.seq !== book.seq + 1)) {
      this.gaps.push(`${frame.topic} continued with ${frame.seq} after ${book?.seq ?? 'nothing'}`);
      return;
    }
    book.seq = frame.seq;
    book.merged.add(update);
  }
}

/** A book as a text: levels by their prices, without zeros behind the point. */
export function bookText({ bids, asks }: Pick<DepthUpdate, 'bids' | 'asks'>): string {
  const side = (levels: DepthUpdate['bids']) =>
    levels
      .map(([price, amount]) => [Number(price), Number(amount)] as const)
      .toSorted(([one], [other]) => one - other)
      .map(([price, amount]) => `${price}:${amount}`)
      .join(' ');
  return `${side(bids)} | ${side(asks)}`;
}
