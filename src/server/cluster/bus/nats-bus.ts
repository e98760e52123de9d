import { connect, type Msg, type NatsConnection, RequestError, type Subscription } from '@nats-io/transport-node';
import type { Logger } from '#server/core/log/log.ts';
import { AwaitedAnswers } from './awaited-answers.ts';
import { type Bus, type Heard, NoReply, NotDelivered } from './bus.ts';

/** The broker's default; the server names its own once it is connected. */
const payloadDefaultMaxBytes = 1024 * 1024;
const reconnectMs = 250;
/**
 * A connection on which two probes are not answered when the third is due is lost: before engines that hear nothing of each
 * other move markets, and after a stall of a second, which is common on a small machine.
 */
const probeMs = 500;
/**
 * The library leaves a connection that is lost within this. Where the system takes nothing more of what was sent on it, the
 * library would wait for that until the system gives the connection up, which takes a quarter of an hour.
 */
const leavesWithinMs = 100;
/** A server that has not greeted within this is passed over: behind a cut link, it would hold up the others' turns. */
const greetsWithinMs = 1_000;

/** A subscription that outlives connections. */
interface Listening {
  readonly subject: string;
  readonly heard: Heard;
  live: Subscription | null;
}

/** How to reach the servers of a broker. The password or token is never logged. */
interface NatsAccess {
  readonly servers: readonly string[];
  readonly isEncrypted: boolean;
  readonly user: string | null;
  readonly password: string | null;
  /** Instead of a user with a password. */
  readonly token: string | null;
}

/** The parts of `NATS_URL`: servers of one cluster separated by commas, with the credentials of the first. */
export function natsAccess(setting: string): NatsAccess {
  const urls = setting.split(',').map((text) => new URL(text.trim()));
  const [first] = urls;
  const user = first === undefined || first.username === '' ? null : decodeURIComponent(first.username);
  const password = first === undefined || first.password === '' ? null : decodeURIComponent(first.password);
  return {
    servers: urls.map(({ host }) => host),
    isEncrypted: urls.some(({ protocol }) => protocol === 'tls:'),
    user: password === null ? null : user,
    password,
    token: password === null ? user : null,
  };
}

/** Who connects to NATS. */
interface NatsClient {
  /** Shown in the broker's list of connections. */
  readonly name: string;
  /** The first words of where answers are heard; what it may hear of them is for the broker to say. */
  readonly inbox: string;
}

/**
 * A connection to NATS that connects by itself and again whenever it was lost. While it is away, nothing is queued: a
 * request fails with `NotDelivered`, so that nothing is done later that its sender has given up.
 */
export function openNatsBus(setting: string, client: NatsClient, logger: Logger): Bus {
  return new NatsBus(natsAccess(setting), client, logger);
}

class NatsBus implements Bus {
  readonly #access: NatsAccess;
  readonly #client: NatsClient;
  readonly #logger: Logger;
  readonly #listening = new Set<Listening>();
  readonly #watchers = new Set<(isConnected: boolean) => void>();
  #connecting: Promise<void>;
  #connection: NatsConnection | null = null;
  #isConnected = false;
  #isClosing = false;
  #connections = 0;
  readonly #awaited = new AwaitedAnswers();
  /** What is sent at the end of this turn of the event loop. */
  #outgoing: (() => void)[] = [];

  constructor(access: NatsAccess, client: NatsClient, logger: Logger) {
    this.#access = access;
    this.#client = client;
    this.#logger = logger;
    this.#connecting = this.#connect(access.servers, false);
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  get connections(): number {
    return this.#connections;
  }

  get payloadMaxBytes(): number {
    return this.#connection?.info?.max_payload ?? payloadDefaultMaxBytes;
  }

  request(subject: string, payload: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#atEndOfTurn(() => void this.#ask(subject, payload, timeoutMs).then(resolve, reject));
    });
  }

  async #ask(subject: string, payload: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    const connection = this.#connection;
    if (connection === null || !this.#isConnected) throw new NotDelivered('the broker is away');
    try {
      return (await this.#awaited.wait(connection.request(subject, payload, { timeout: timeoutMs }))).data;
    } catch (error) {
      if (error instanceof NoReply) throw error;
      const isUnheard = error instanceof RequestError && error.isNoResponders();
      if (isUnheard) throw new NotDelivered('nobody listens', { cause: error });
      throw new NoReply('no answer came', { cause: error });
    }
  }

  publish(subject: string, payload: Uint8Array): void {
    this.#atEndOfTurn(() => {
      if (this.#isConnected) this.#connection?.publish(subject, payload);
    });
  }

  subscribe(subject: string, heard: Heard): () => void {
    const listening: Listening = { subject, heard, live: null };
    this.#listening.add(listening);
    this.#listen(listening);
    return () => {
      this.#listening.delete(listening);
      if (listening.live?.isClosed() === false) listening.live.unsubscribe();
    };
  }

  serve(subject: string, heard: Heard): () => Promise<void> {
    const listening: Listening = { subject, heard, live: null };
    this.#listening.add(listening);
    this.#listen(listening);
    return async () => {
      this.#listening.delete(listening);
      // What was said before, as that an engine leaves, is heard before requests find nobody who listens.
      this.#send();
      // A connection that is lost meanwhile brings nothing more either.
      if (listening.live?.isClosed() === false) await listening.live.drain().catch(() => undefined);
    };
  }

  onConnection(listener: (isConnected: boolean) => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  async close(): Promise<void> {
    this.#send();
    this.#isClosing = true;
    this.#isConnected = false;
    // Without a server, connecting never ends by itself.
    if (this.#connection === null) return;
    await this.#connecting;
    await this.#connection.close();
  }

  /** @param isInOrder whether the servers are tried in their order; in any order, connections spread over them */
  async #connect(servers: readonly string[], isInOrder: boolean): Promise<void> {
    const { isEncrypted, user, password, token } = this.#access;
    try {
      const connection = await connect({
        servers: [...servers],
        noRandomize: isInOrder,
        name: this.#client.name,
        inboxPrefix: this.#client.inbox,
        waitOnFirstConnect: true,
        maxReconnectAttempts: -1,
        reconnectTimeWait: reconnectMs,
        timeout: greetsWithinMs,
        pingInterval: probeMs,
        maxPingOut: 2,
        ignoreAuthErrorAbort: true,
        // Otherwise each request takes the stack for two errors that it hardly ever throws.
        noAsyncTraces: true,
        ...(isEncrypted ? { tls: {} } : {}),
        ...(user === null ? {} : { user }),
        ...(password === null ? {} : { pass: password }),
        ...(token === null ? {} : { token }),
      });
      if (this.#isClosing) {
        await connection.close();
        return;
      }
      this.#connection = connection;
      for (const listening of this.#listening) this.#listen(listening);
      this.#changed(true);
      void this.#follow(connection);
    } catch (error) {
      this.#logger.error({ err: error }, 'the message broker cannot be used');
    }
  }

  async #follow(connection: NatsConnection): Promise<void> {
    let stuck: NodeJS.Timeout | undefined;
    for await (const { type } of connection.status()) {
      if (type === 'staleConnection') stuck = setTimeout(() => this.#replace(connection), leavesWithinMs);
      else if (type === 'reconnect') this.#changed(true);
      else if (type === 'disconnect') {
        clearTimeout(stuck);
        this.#changed(false);
      }
    }
    clearTimeout(stuck);
    if (this.#connection === connection) this.#changed(false);
  }

  /** Leaves a connection that the library does not leave, and makes another one, rather with another server. */
  #replace(connection: NatsConnection): void {
    if (this.#isClosing || this.#connection !== connection) return;
    this.#logger.warn('a connection to the message broker is stuck');
    const server = connection.getServer();
    this.#connection = null;
    this.#changed(false);
    connection.close().catch((error: unknown) => {
      this.#logger.error({ err: error }, 'a connection to the message broker could not be closed');
    });
    const othersFirst = this.#access.servers.toSorted((a, b) => Number(a === server) - Number(b === server));
    this.#connecting = this.#connect(othersFirst, true);
  }

  #changed(isConnected: boolean): void {
    if (this.#isClosing || isConnected === this.#isConnected) return;
    this.#isConnected = isConnected;
    if (isConnected) {
      this.#logger.info('connected to the message broker');
      this.#connections += 1;
      this.#awaited.connectionIsBack();
    } else this.#logger.warn('the message broker is away');
    for (const watcher of this.#watchers) watcher(isConnected);
  }

  #listen(listening: Listening): void {
    if (this.#connection === null || this.#connection.isClosed()) return;
    listening.live = this.#connection.subscribe(listening.subject, {
      callback: (error: Error | null, message: Msg) => {
        if (error !== null) this.#logger.error({ err: error }, 'a subject of the message broker cannot be heard');
        else this.#hear(listening, message);
      },
    });
  }

  #hear({ heard, subject }: Listening, message: Msg): void {
    const isAwaited = message.reply !== undefined && message.reply !== '';
    try {
      const answer = isAwaited ? (payload: Uint8Array) => this.#atEndOfTurn(() => message.respond(payload)) : null;
      heard(message.data, answer, message.subject);
    } catch (error) {
      this.#logger.error({ err: error, subject }, 'a message could not be handled');
    }
  }

  /** Has everything of a turn of the event loop leave in one write, in its order: a write costs more than most messages. */
  #atEndOfTurn(send: () => void): void {
    if (this.#outgoing.push(send) === 1) setImmediate(() => this.#send());
  }

  #send(): void {
    for (const send of this.#outgoing.splice(0)) {
      try {
        send();
      } catch (error) {
        this.#logger.error({ err: error }, 'a message could not be sent');
      }
    }
  }
}
