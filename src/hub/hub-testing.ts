import type { ClientFrame, ServerFrame, Topic, TopicFrame } from '#protocol/core/stream/channels.ts';
import { topicKind } from '#protocol/core/stream/channels.ts';
import type { Accumulator } from './accumulators/accumulator.ts';
import { accumulator } from './accumulators/of-kind.ts';
import type { HubAnswer, HubDeps, HubQuestion, HubSocketListener } from './hub-deps.ts';
import { codes } from '#protocol/core/codes.ts';
import { createHub, type HubConnection } from './hub.ts';
import type { HubMessage, TabMessage } from './protocol.ts';

/** Time that only moves when a test says so. */
class FakeTime {
  nowMs = 1_000_000;
  #nextId = 0;
  readonly #timers = new Map<number, { readonly atMs: number; readonly callback: () => void }>();

  readonly now = (): number => this.nowMs;

  readonly after = (delayMs: number, callback: () => void): (() => void) => {
    const id = this.#nextId++;
    this.#timers.set(id, { atMs: this.nowMs + delayMs, callback });
    return () => void this.#timers.delete(id);
  };

  /** Moves time on, calling back what falls due in its order. */
  pass(durationMs: number): void {
    const endMs = this.nowMs + durationMs;
    for (;;) {
      const due = [...this.#timers].filter(([, timer]) => timer.atMs <= endMs);
      due.sort(([a, { atMs: aMs }], [b, { atMs: bMs }]) => aMs - bMs || a - b);
      const [first] = due;
      if (first === undefined) break;
      const [id, { atMs, callback }] = first;
      this.#timers.delete(id);
      this.nowMs = Math.max(this.nowMs, atMs);
      callback();
    }
    this.nowMs = endMs;
  }

  get timerCount(): number {
    return this.#timers.size;
  }
}

/** The exchange's end of one socket. */
export class FakeSocket {
  readonly url: string;
  readonly said: ClientFrame[] = [];
  closed = false;
  readonly #listener: HubSocketListener;

  constructor(url: string, listener: HubSocketListener) {
    this.url = url;
    this.#listener = listener;
  }

  emit(...frames: readonly ServerFrame[]): void {
    if (!this.closed) this.#listener.received(JSON.stringify(frames));
  }

  sendText(text: string): void {
    this.#listener.received(text);
  }

  /** The socket opens, and says nothing yet. */
  open(): void {
    this.#listener.opened();
  }

  hello(now: number): void {
    this.#listener.opened();
    this.emit({ op: 'hello', epoch: 'server', now });
  }

  /** The connection breaks, or the exchange closes it with a code. */
  breakOff(code = 1006): void {
    if (this.closed) return;
    this.closed = true;
    this.#listener.closed(code);
  }

  of<Op extends ClientFrame['op']>(op: Op): Extract<ClientFrame, { op: Op }>[] {
    return this.said.filter((frame): frame is Extract<ClientFrame, { op: Op }> => frame.op === op);
  }

  /** Topics subscribed and not unsubscribed since. */
  topics(): Topic[] {
    const held = new Set<Topic>();
    for (const frame of this.said) {
      if (frame.op === 'subscribe') for (const topic of frame.topics) held.add(topic);
      if (frame.op === 'unsubscribe') for (const topic of frame.topics) held.delete(topic);
    }
    return [...held];
  }
}

/** What a fake exchange answers over HTTP: the data of a call by its path, with its query. */
type FakeAnswers = (path: string, token: string | null) => object | HubAnswer | null;

/** The exchange's end of HTTP: every question is answered after a moment, as the test says. */
class FakeHttp {
  readonly asked: HubQuestion[] = [];
  /** Null for a network without HTTP. */
  answers: FakeAnswers | null = null;
  /** How long an answer takes; none comes within a longer time than the hub waits. */
  delayMs = 50;
  readonly #time: FakeTime;

  constructor(time: FakeTime) {
    this.#time = time;
  }

  readonly ask: HubDeps['ask'] = (question, answered) => {
    this.asked.push(question);
    return this.#time.after(this.delayMs, () => {
      const data = this.answers?.(question.url.replace('http://exchange/api/', ''), question.token) ?? null;
      if (data === null || ('code' in data && 'ageMs' in data)) answered(data as HubAnswer | null);
      else answered({ code: codes.success, data, ageMs: 0 });
    });
  };

  /** Paths that were asked since this was called last. */
  takeAsked(): string[] {
    return this.asked.splice(0).map(({ url }) => url.replace('http://exchange/api/', ''));
  }
}

/** A tab that applies what it receives and keeps the state of its topics. */
export class FakeTab {
  readonly received: HubMessage[] = [];
  readonly state = new Map<Topic, Accumulator>();
  /** Whether updates are taken in at once; else a test calls `take`. */
  prompt = true;
  readonly name: string;
  readonly #connection: HubConnection;

  constructor(name: string, connect: (post: (message: HubMessage) => void) => HubConnection) {
    this.name = name;
    this.#connection = connect((message) => this.#receive(message));
  }

  say(message: TabMessage): void {
    this.#connection.receive(message);
  }

  hello(changes: Partial<Extract<TabMessage, { kind: 'hello' }>> = {}): void {
    const hello = {
      kind: 'hello',
      tab: this.name,
      url: 'ws://exchange/stream',
      calls: 'http://exchange/api/',
      visible: true,
      token: null,
    } as const;
    this.say({ ...hello, generation: 0, ...changes });
  }

  of<Kind extends HubMessage['kind']>(kind: Kind): Extract<HubMessage, { kind: Kind }>[] {
    return this.received.filter((message): message is Extract<HubMessage, { kind: Kind }> => message.kind === kind);
  }

  updates(topic: Topic) {
    return this.of('updates').flatMap(({ updates }) => updates.filter((update) => update.topic === topic));
  }

  #receive(message: HubMessage): void {
    this.received.push(message);
    if (message.kind !== 'updates') return;
    for (const { topic, is, data } of message.updates) {
      const kind = topicKind(topic);
      if (kind === null) throw new Error(`no topic: ${topic}`);
      if (is === 'snapshot') this.state.set(topic, accumulator(kind, 'state'));
      const held = this.state.get(topic);
      if (held === undefined) throw new Error(`a delta of ${topic} before its snapshot`);
      held.add(data);
    }
    if (this.prompt) this.say({ kind: 'taken' });
  }
}

/** A hub in a world that a test runs. */
export function fakeWorld() {
  const time = new FakeTime();
  const sockets: FakeSocket[] = [];
  const locks = new Map<string, () => void>();
  const http = new FakeHttp(time);
  const deps: HubDeps = {
    now: time.now,
    after: time.after,
    random: () => 0.5,
    epoch: 'epoch-1',
    ask: http.ask,
    openSocket: (url, listener) => {
      const socket = new FakeSocket(url, listener);
      sockets.push(socket);
      return {
        send: (text) => void (socket.closed || socket.said.push(JSON.parse(text) as ClientFrame)),
        close: () => {
          socket.closed = true;
        },
      };
    },
    whenTabGone: (lock, callback) => {
      locks.set(lock, callback);
      return () => void locks.delete(lock);
    },
  };
  const hub = createHub(deps);
  const socket = (): FakeSocket => {
    const last = sockets.at(-1);
    if (last === undefined) throw new Error('no socket was opened');
    return last;
  };
  return {
    time,
    sockets,
    locks,
    http,
    socket,
    tab: (name: string) => new FakeTab(name, (post) => hub.connect({ post })),
    /** The socket opens and the hub's subscriptions are sent. */
    online: () => {
      socket().hello(time.nowMs);
      time.pass(200);
    },
  };
}

/** A frame of `ticker:BTCUSDT`. */
export function tickerFrame(is: 'snapshot' | 'delta', seq: number, last: string): TopicFrame {
  const data = {
    pair: 'BTCUSDT',
    last,
    open: '1',
    high: '1',
    low: '1',
    volume: '0',
    turnover: '0',
    change: '0',
    at: 1,
  };
  return { topic: 'ticker:BTCUSDT', is, seq, data };
}

/** A frame of `account` whose unread count identifies its user. */
export function accountFrame(is: 'snapshot' | 'delta', seq: number, unread: number): TopicFrame {
  return { topic: 'account', is, seq, data: { orders: [], balances: [], unread } };
}
