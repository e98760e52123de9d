import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Topic } from '#protocol/core/stream/channels.ts';
import { streamLimitsOf } from '#server/stream/stream-limits.ts';
import { createStreamServer } from '#server/stream/stream-server.ts';
import { handTickers, handAccounts, tickerAt } from '#server/stream/testing-feeds.ts';
import type { Row } from './row.ts';

export const name = 'stream';

const sockets = 2_000;
const tickMs = 50;
const warmUpMs = 1_000;
const measuredMs = 4_000;
/** A market list of a phone: so many prices are on the screen, and all of them move in each tick. */
const pairs = Array.from({ length: 16 }, (_, index) => `PAIR${index}USDT`);
const topics = pairs.map((pair): Topic => `ticker:${pair}`);
const ratioLeast = 5;

/**
 * What one process delivers to 2,000 sockets, each holding the 16 prices of a market list that all move every 50 ms:
 * the stream, which writes once per socket and tick, against one write per price on the same sockets library. Readers
 * are a process of their own and count what arrives. Both are offered 640,000 deliveries a second.
 */
export async function run(): Promise<Row[]> {
  const each = await measure(oneWriteEach);
  const together = await measure(coalesced);
  return [
    { what: 'one write per socket and tick', value: together, unit: 'deliveries/s' },
    { what: 'one write per delivery', value: each, unit: 'deliveries/s' },
    { what: 'against one write per delivery', value: together / each, unit: 'ratio', least: ratioLeast },
  ];
}

/** A way to serve the readers: starts on the server, moves all prices once, and ends. */
interface Way {
  move(price: string): Promise<void> | void;
  close(): Promise<void>;
}

async function measure(start: (server: Server) => Way): Promise<number> {
  const server = createServer();
  const way = start(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const readers = fork(path.join(import.meta.dirname, 'stream-clients.ts'), [
    String((server.address() as AddressInfo).port),
    String(sockets),
    topics.join(','),
  ]);
  try {
    await once(readers, 'message');
    const moving = new AbortController();
    const moved = keepMoving(way, moving.signal);
    await sleep(warmUpMs);
    const [before, startedAt] = [await arrivedAt(readers), performance.now()];
    await sleep(measuredMs);
    const [after, endedAt] = [await arrivedAt(readers), performance.now()];
    moving.abort();
    await moved;
    return ((after - before) * 1_000) / (endedAt - startedAt);
  } finally {
    readers.disconnect();
    await way.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Moves all prices every tick, or as often as it can. */
async function keepMoving(way: Way, ended: AbortSignal): Promise<void> {
  for (let price = 60_000; !ended.aborted; price += 1) {
    const movedAt = performance.now();
    await way.move(String(price));
    await nextTurn();
    await sleep(Math.max(0, tickMs - (performance.now() - movedAt)));
  }
}

async function arrivedAt(readers: ChildProcess): Promise<number> {
  const answered = once(readers, 'message');
  readers.send('count');
  const [{ arrived }] = (await answered) as [{ arrived: number }];
  return arrived;
}

function coalesced(server: Server): Way {
  const tickers = handTickers(pairs);
  const stream = createStreamServer({
    publicSources: [tickers],
    accountSource: handAccounts(),
    sessions: { lookUp: () => Promise.resolve(null), onRevoked: () => () => undefined },
    clock: Date.now,
    log: { warn: () => undefined, error: () => undefined },
    limits: { ...streamLimitsOf(0, 1), tickMs, connectionsPerAddress: sockets, silenceMs: 60_000 },
  });
  stream.attach(server);
  return {
    move: (price) => {
      for (const pair of pairs) tickers.set(pair, price);
    },
    close: () => stream.close(),
  };
}

/** The obvious way: each price is written to each socket when it moves. It waits for its readers, as ours is given time to. */
function oneWriteEach(server: Server): Way {
  const clients = new Set<WebSocket>();
  const acceptor = new WebSocketServer({ server, perMessageDeflate: false });
  acceptor.on('connection', (client) => {
    clients.add(client);
    client.on('error', () => undefined);
    client.send('{}');
  });
  let seq = 0;
  return {
    move: async (price) => {
      seq += 1;
      for (const pair of pairs) {
        const text = JSON.stringify([{ topic: `ticker:${pair}`, is: 'delta', seq, data: tickerAt(pair, price) }]);
        for (const client of clients) client.send(text);
        // Lets the sockets' answers in; without it the process would write and never read.
        await nextTurn();
      }
      while ([...clients].some((client) => client.bufferedAmount > 0)) await nextTurn();
    },
    close: async () => {
      for (const client of clients) client.terminate();
      await new Promise<void>((resolve) => acceptor.close(() => resolve()));
    },
  };
}
