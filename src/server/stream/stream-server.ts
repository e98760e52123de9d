import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { heartbeatMs } from '#protocol/core/limits.ts';
import { noProxies, type TrustedProxies } from '../core/config/client-address.ts';
import type { Clock } from '../core/clock/clock.ts';
import { noUsageElsewhere, type UsageElsewhere } from '../core/pacing/usage-elsewhere.ts';
import type { GuardedTopics, TopicSource } from '../core/topics/topic-source.ts';
import { ChannelsBoard, type BoardFigures } from './channels-board.ts';
import { ChatGuard } from './chat-guard.ts';
import { ClientRequests } from './client-requests.ts';
import { Connection } from './connection.ts';
import { SignIns } from './sign-ins.ts';
import { closeCodes, streamLimits, type StreamLimits, type StreamLog } from './stream-limits.ts';
import { StreamReads } from './stream-reads.ts';
import type { AccountSource, SessionSource } from '../core/topics/account-source.ts';
import { Upgrades } from './upgrades.ts';

export interface StreamDeps {
  readonly publicSources: readonly TopicSource[];
  readonly accountSource: AccountSource;
  readonly sessions: SessionSource;
  /** The chat groups; absent or null while disabled. */
  readonly guarded?: GuardedTopics | null;
  readonly clock: Clock;
  readonly log: StreamLog;
  readonly limits?: Partial<StreamLimits>;
  /** Browsers' origins that may connect besides the exchange's own. */
  readonly origins?: readonly string[];
  /** Called with the first subscription to a pair's topics, and after the last. */
  readonly onInterest?: (pair: string, watched: boolean) => void;
  /** What clients use of other processes; nothing by default. */
  readonly usage?: UsageElsewhere;
  /** Trusted proxies that may name the client; none by default. */
  readonly trustedProxies?: TrustedProxies;
}

/** The running stream. */
export interface StreamServer {
  /** Serves `/stream` on an HTTP server. */
  attach(server: Server): void;
  /** Figures for the metrics. */
  figures(): Readonly<BoardFigures & { connections: number; topics: number }>;
  /** To be called after a store outage or a commit in doubt: private topics restart from the store. */
  restartAccounts(): void;
  /** To be called when ended sessions may have been missed: every signed-in connection is looked up again. */
  recheckSessions(): void;
  /** Closes all connections, and destroys the remaining ones after a second. */
  close(): Promise<void>;
}

/**
 * Creates the stream (design section 3, "Realtime"; protocol in `src/protocol/core/stream/channels.ts`). Public topics come
 * from `publicSources`, the private one from `accountSource`; a connection authenticates with its first message.
 */
export function createStreamServer(deps: StreamDeps): StreamServer {
  return new Stream(deps);
}

class Stream implements StreamServer {
  readonly #deps: StreamDeps;
  readonly #limits: StreamLimits;
  /** A new epoch tells clients that the exchange restarted. */
  readonly #epoch = randomUUID();
  readonly #upgrades: Upgrades;
  readonly #board: ChannelsBoard;
  readonly #connections = new Set<Connection>();
  readonly #chat: ChatGuard;
  readonly #reads: StreamReads;
  readonly #signIns: SignIns;
  readonly #requests: ClientRequests;
  readonly #sweep: NodeJS.Timeout;
  #closing = false;

  constructor(deps: StreamDeps) {
    this.#deps = deps;
    this.#limits = { ...streamLimits, ...deps.limits };
    const { publicSources, accountSource, sessions, log, onInterest = () => undefined } = deps;
    const usage = deps.usage ?? noUsageElsewhere;
    const limits = this.#limits;
    const reads = new StreamReads(limits, usage);
    this.#reads = reads;
    this.#board = new ChannelsBoard({ publicSources, accountSource, log, onInterest, limits, reads });
    this.#chat = new ChatGuard(deps.guarded ?? null, this.#board, this.#connections, reads, log);
    this.#signIns = new SignIns({
      sessions,
      usage,
      board: this.#board,
      reads,
      limits,
      log,
      connections: this.#connections,
      subscribe: (connection, topics) => this.#requests.subscribe(connection, topics),
    });
    this.#requests = new ClientRequests({
      board: this.#board,
      chat: this.#chat,
      signIns: this.#signIns,
      limits,
      clock: deps.clock,
    });
    this.#upgrades = new Upgrades({
      limits,
      reads,
      usage,
      origins: deps.origins ?? [],
      trustedProxies: deps.trustedProxies ?? noProxies,
      isClosing: () => this.#closing,
      opened: (socket, wire, address) => this.#open(socket, wire, address),
    });
    this.#sweep = setInterval(() => this.#dropSilent(), Math.min(heartbeatMs, this.#limits.silenceMs));
    this.#sweep.unref();
  }

  attach(server: Server): void {
    this.#upgrades.attach(server);
  }

  figures(): Readonly<BoardFigures & { connections: number; topics: number }> {
    return { ...this.#board.figures, connections: this.#connections.size, topics: this.#board.topicCount };
  }

  restartAccounts(): void {
    this.#board.restartAccounts();
  }

  recheckSessions(): void {
    void this.#signIns.recheck();
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

  #open(socket: WebSocket, wire: Socket, address: string): void {
    const now = this.#deps.clock();
    const connection = new Connection(socket, wire, address, this.#limits, performance.now());
    this.#connections.add(connection);
    socket.on('message', (data, isBinary) => this.#requests.hear(connection, data, isBinary));
    // An error is always followed by `close`, which removes the connection.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#connections.delete(connection);
      this.#board.leave(connection);
      this.#signIns.forget(connection);
    });
    connection.say({ op: 'hello', epoch: this.#epoch, now });
  }

  #dropSilent(): void {
    const silentSinceMs = performance.now() - this.#limits.silenceMs;
    for (const connection of this.#connections) {
      if (connection.heardAtMs < silentSinceMs) connection.socket.terminate();
    }
  }
}
