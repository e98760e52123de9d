import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { isPrivateTopic, type ServerFrame, type Topic } from '../../protocol/stream/channels.ts';
import { codes } from '../../protocol/codes.ts';
import { heartbeatMs } from '../../protocol/limits.ts';
import { clientAddress, noProxies, type TrustedProxies } from '../core/config/client-address.ts';
import type { Clock } from '../core/clock/clock.ts';
import { ChannelsBoard, type BoardFigures, type StreamLog } from './channels-board.ts';
import { type HeardFrame, readClientFrame } from './client-frame.ts';
import { Connection } from './connection.ts';
import { ChatGuard } from './chat-guard.ts';
import { ConnectionGuard, refuseUpgrade, streamPath } from './connection-guard.ts';
import { SignIns } from './sign-ins.ts';
import { closeCodes, streamCosts, streamLimits, type StreamLimits } from './stream-limits.ts';
import { StreamReads } from './stream-reads.ts';
import type { GuardedTopics, TopicSource } from '../core/topics/topic-source.ts';
import type { AccountSource, SessionSource } from './topic-source.ts';

export interface StreamDeps {
  readonly publicSources: readonly TopicSource[];
  readonly accountSource: AccountSource;
  readonly sessions: SessionSource;
  /** The groups of the chat; absent or null while it is switched off. */
  readonly guarded?: GuardedTopics | null;
  readonly clock: Clock;
  readonly log: StreamLog;
  readonly limits?: Partial<StreamLimits>;
  /** Browsers' origins that may connect besides the exchange's own. */
  readonly origins?: readonly string[];
  /** Told when the first topic of a pair is held by somebody, and after the last. */
  readonly onInterest?: (pair: string, watched: boolean) => void;
  /** Proxies in front that may name the client they speak for; none unless given. */
  readonly trustedProxies?: TrustedProxies;
}

/** The running stream. */
export interface StreamServer {
  /** Serves `/stream` on an HTTP server. */
  attach(server: Server): void;
  /** Figures for the metrics. */
  figures(): Readonly<BoardFigures & { connections: number; topics: number }>;
  /** To be called when the store was away or a commit was in doubt: private topics begin again from what is stored. */
  restartAccounts(): void;
  /** Tells every client to go away, and closes what is left after a second. */
  close(): Promise<void>;
}

/**
 * Makes the stream (design section 3, "Realtime"; protocol in `contract/channels.ts`). Public topics come from
 * `publicSources`, the private one from `accountSource`; a connection says who it is in its first message.
 */
export function createStreamServer(deps: StreamDeps): StreamServer {
  return new Stream(deps);
}

/** A connection that was turned away and does not end by itself is ended after this. */
const turnAwayMs = 1_000;

class Stream implements StreamServer {
  readonly #deps: StreamDeps;
  readonly #limits: StreamLimits;
  /** A client that meets another epoch knows that the exchange restarted. */
  readonly #epoch = randomUUID();
  readonly #guard: ConnectionGuard;
  readonly #board: ChannelsBoard;
  readonly #acceptor: WebSocketServer;
  readonly #connections = new Set<Connection>();
  readonly #chat: ChatGuard;
  readonly #reads: StreamReads;
  readonly #signIns: SignIns;
  readonly #sweep: NodeJS.Timeout;
  #closing = false;

  constructor(deps: StreamDeps) {
    this.#deps = deps;
    this.#limits = { ...streamLimits, ...deps.limits };
    this.#guard = new ConnectionGuard(this.#limits, deps.origins ?? []);
    const { publicSources, accountSource, sessions, log, onInterest = () => undefined } = deps;
    const limits = this.#limits;
    const reads = new StreamReads(limits);
    this.#reads = reads;
    this.#board = new ChannelsBoard({ publicSources, accountSource, log, onInterest, limits, reads });
    this.#chat = new ChatGuard(deps.guarded ?? null, this.#board, this.#connections, reads, log);
    this.#signIns = new SignIns({
      sessions,
      board: this.#board,
      reads,
      limits,
      log,
      connections: this.#connections,
      subscribe: (connection, topics) => this.#subscribe(connection, topics),
    });
    this.#acceptor = new WebSocketServer({
      noServer: true,
      maxPayload: this.#limits.frameMaxBytes,
      perMessageDeflate: false,
      clientTracking: false,
    });
    this.#sweep = setInterval(() => this.#dropSilent(), Math.min(heartbeatMs, this.#limits.silenceMs));
    this.#sweep.unref();
  }

  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      const path = (request.url ?? '').split('?', 1)[0];
      if (path === streamPath) this.#upgrade(request, socket, head);
      else if (server.listenerCount('upgrade') === 1) refuseUpgrade(socket, 404);
    });
  }

  figures(): Readonly<BoardFigures & { connections: number; topics: number }> {
    return { ...this.#board.figures, connections: this.#connections.size, topics: this.#board.topicCount };
  }

  restartAccounts(): void {
    this.#board.restartAccounts();
  }

  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#sweep);
    this.#signIns.close();
    this.#chat.close();
    this.#board.close();
    this.#reads.close();
    const gone = [...this.#connections].map(
      (connection) => new Promise<void>((resolve) => void connection.socket.once('close', () => resolve())),
    );
    for (const connection of this.#connections) connection.socket.close(closeCodes.goingAway);
    const deadline = setTimeout(() => {
      for (const connection of this.#connections) connection.socket.terminate();
    }, 1_000);
    await Promise.all(gone);
    clearTimeout(deadline);
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const address = clientAddress(this.#deps.trustedProxies ?? noProxies, request).network;
    const refusal = this.#closing ? 503 : this.#guard.refusal(request);
    if (refusal !== null) {
      refuseUpgrade(socket, refusal);
      return;
    }
    const isFull = this.#guard.isFull(address) || !this.#reads.mayEnter(address, streamCosts.connection);
    if (isFull && !this.#reads.mayPublishTo(address)) {
      refuseUpgrade(socket, 429);
      return;
    }
    this.#acceptor.handleUpgrade(request, socket, head, (client) => {
      if (isFull) this.#turnAway(client);
      else this.#open(client, socket as Socket, address);
    });
  }

  /**
   * A browser tells no page why an upgrade was refused, but it does tell a close code. Opening a connection to close it
   * costs as much as serving it, so an address is told a few times a second.
   */
  #turnAway(socket: WebSocket): void {
    const deadline = setTimeout(() => socket.terminate(), turnAwayMs);
    socket.on('error', () => undefined);
    socket.once('close', () => clearTimeout(deadline));
    socket.close(closeCodes.tryAgainLater, 'too many connections from one address');
  }

  #open(socket: WebSocket, wire: Socket, address: string): void {
    const now = this.#deps.clock();
    const connection = new Connection(socket, wire, address, this.#limits, performance.now());
    this.#guard.enter(address);
    this.#connections.add(connection);
    socket.on('message', (data, isBinary) => this.#hear(connection, data, isBinary));
    // An error is always followed by `close`, where the connection is forgotten.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#connections.delete(connection);
      this.#guard.leave(address);
      this.#board.leave(connection);
      this.#signIns.forget(connection);
    });
    connection.say({ op: 'hello', epoch: this.#epoch, now });
  }

  #hear(connection: Connection, data: RawData, isBinary: boolean): void {
    if (connection.socket.readyState !== connection.socket.OPEN) return;
    if (!connection.admitFrame(performance.now())) {
      connection.expel('too many messages');
      return;
    }
    const text = isBinary ? null : (data as Buffer).toString('utf8');
    const frame = text === null ? null : readClientFrame(text, this.#limits.topicsPerConnection);
    if (frame === null) {
      connection.malformedFrames += 1;
      connection.say({ op: 'refused', topic: null, code: codes.operationFailed });
      if (connection.malformedFrames >= this.#limits.malformedFramesMax) connection.expel('malformed messages');
      return;
    }
    this.#answer(connection, frame);
  }

  #answer(connection: Connection, frame: HeardFrame): void {
    switch (frame.op) {
      case 'ping':
        connection.say({ op: 'pong', at: frame.at, now: this.#deps.clock() });
        break;
      case 'auth':
        this.#signIns.authenticate(connection, frame);
        break;
      case 'subscribe':
        if (connection.admitTopics(frame.topics.length)) this.#subscribe(connection, frame.topics);
        else connection.expel('too many topics');
        break;
      case 'unsubscribe':
        for (const topic of frame.topics) {
          connection.privateWanted.delete(topic);
          this.#board.unsubscribe(connection, topic);
        }
        break;
      case 'chat':
        void this.#chat.act(connection, frame.id, frame.act);
        break;
      case 'resync': {
        const refusal = this.#board.resync(connection, frame.topic);
        if (refusal !== null) connection.say({ op: 'refused', topic: frame.topic, code: codes[refusal] });
        break;
      }
    }
  }

  /** What is refused is told in one message, so that a long list costs no more to refuse than to serve. */
  #subscribe(connection: Connection, topics: readonly Topic[]): void {
    const refused: ServerFrame[] = [];
    for (const topic of topics) {
      const isPrivate = isPrivateTopic(topic);
      if (isPrivate && connection.authPending) {
        // As many as fit: whatever else is sent in between is not kept.
        if (connection.privateWanted.size < this.#limits.topicsPerConnection) connection.privateWanted.add(topic);
        continue;
      }
      if (isPrivate && topic !== 'account') {
        void this.#chat.subscribe(connection, topic);
        continue;
      }
      const refusal = this.#board.subscribe(connection, topic);
      if (refusal !== null) refused.push({ op: 'refused', topic, code: codes[refusal] });
    }
    if (refused.length > 0) connection.say(...refused);
  }

  #dropSilent(): void {
    const silentSinceMs = performance.now() - this.#limits.silenceMs;
    for (const connection of this.#connections) {
      if (connection.heardAtMs < silentSinceMs) connection.socket.terminate();
    }
  }
}
