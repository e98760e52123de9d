import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, type ClientOptions } from 'ws';
import type { ClientFrame, ServerFrame, Topic, TopicFrame } from '#protocol/core/stream/channels.ts';
import { createStreamServer, type StreamDeps } from './stream-server.ts';
import type { StreamSession } from '../core/topics/account-source.ts';
import { handTickers, handAccounts } from './testing-feeds.ts';

/** A client that records messages and waits for those a test expects. */
export class TestClient {
  readonly socket: WebSocket;
  readonly heard: ServerFrame[] = [];
  /** Number of received messages, each an array of frames. */
  writes = 0;
  closeCode: number | null = null;
  #changed: (() => void)[] = [];

  constructor(url: string, options?: ClientOptions) {
    this.socket = new WebSocket(url, { perMessageDeflate: false, ...options });
    this.socket.on('message', (data: Buffer) => {
      this.writes += 1;
      this.heard.push(...(JSON.parse(data.toString()) as ServerFrame[]));
      for (const wake of this.#changed.splice(0)) wake();
    });
    this.socket.on('close', (code) => {
      this.closeCode = code;
      for (const wake of this.#changed.splice(0)) wake();
    });
    this.socket.on('error', () => undefined);
  }

  say(frame: ClientFrame): void {
    this.socket.send(JSON.stringify(frame));
  }

  topicFrames(topic: Topic): TopicFrame[] {
    return this.heard.filter((frame): frame is TopicFrame => 'is' in frame && frame.topic === topic);
  }

  /** Waits until `found` returns a value, and returns it. Its limit is one of patience: what is to be quick has a watch. */
  async until<Found>(
    found: (client: TestClient) => Found | undefined | false | null,
    timeoutMs = 15_000,
  ): Promise<Found> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const result = found(this);
      if (result !== undefined && result !== false && result !== null) return result;
      const leftMs = deadline - Date.now();
      if (leftMs <= 0) throw new Error(`not received in time; received ${JSON.stringify(this.heard).slice(0, 2_000)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#changed.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  opened(): Promise<ServerFrame> {
    return this.until(() => this.heard.find((frame) => 'op' in frame && frame.op === 'hello'));
  }
}

/** A stream on its own port, with sources driven by tests. */
export async function testStream(changes: Partial<StreamDeps> = {}) {
  const tickers = handTickers(['BTCUSDT', 'ETHUSDT', 'SOLUSDT']);
  const accounts = handAccounts();
  const sessions = new Map<string, StreamSession>();
  const revocations = new Set<(sessionId: bigint) => void>();
  const interest: string[] = [];
  const logged: object[] = [];
  const keep = (facts: object) => void logged.push(facts);
  const stream = createStreamServer({
    publicSources: [tickers],
    accountSource: accounts,
    sessions: {
      lookUp: async (token) => sessions.get(token) ?? null,
      onRevoked: (listener) => {
        revocations.add(listener);
        return () => revocations.delete(listener);
      },
    },
    clock: Date.now,
    log: { warn: keep, error: keep },
    onInterest: (pair, watched) => interest.push(`${watched ? '+' : '-'}${pair}`),
    ...changes,
  });
  const server = createServer();
  stream.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/stream`;
  const clients: TestClient[] = [];
  return {
    url,
    stream,
    tickers,
    accounts,
    sessions,
    interest,
    logged,
    revoke: (sessionId: bigint) => revocations.forEach((listener) => listener(sessionId)),
    connect: async (options?: ClientOptions) => {
      const client = new TestClient(url, options);
      clients.push(client);
      await client.opened();
      return client;
    },
    close: async () => {
      for (const client of clients) client.socket.terminate();
      await stream.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
