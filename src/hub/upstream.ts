import {
  type ChatAnswer,
  type ClientFrame,
  isPrivateTopic,
  type ServerFrame,
  type Topic,
  type TopicFrame,
} from '../protocol/stream/channels.ts';
import type { ChatAct } from '../protocol/entities/chat.ts';
import type { Code } from '../protocol/codes.ts';
import { heartbeatMs, reconnectMs, topicsPerConnection, tryAgainLater } from '../protocol/limits.ts';
import type { HubDeps, HubSocket } from './hub-deps.ts';
import {
  connectTimeoutMs,
  reconnectJitter,
  retryEveryMs,
  silenceMs,
  subscribeEveryMs,
  takenAgainMs,
  turnedAwayMaxMs,
  turnedAwayMs,
} from './hub-limits.ts';
import type { ConnectionState } from './protocol.ts';
import { ServerOffset } from './server-offset.ts';

/** What the hub hears of its connection to the exchange. */
export interface UpstreamListener {
  /** State or clock offset changed, or a heartbeat passed. */
  stateChanged(): void;
  topicFrame(frame: TopicFrame): void;
  /** The exchange's answer about the current token, asked or unasked. */
  signedIn(yes: boolean): void;
  refused(topic: Topic, code: Code): void;
  /** Topics begin again: whatever was in sequence is not any more. */
  restarted(): void;
  /** The exchange was told of the topic; its snapshot will come. */
  subscribed(topic: Topic): void;
  unsubscribed(topic: Topic): void;
  /** The exchange answered an act in the chat. */
  done(answer: ChatAnswer): void;
  /** The connection ended: what was sent on it may never be answered. */
  lost(): void;
}

/**
 * The one connection to the exchange: opens it, keeps it alive, opens it again, says who is there and
 * which topics are wanted. It never gives up while it is started.
 */
export class Upstream {
  state: ConnectionState = 'connecting';
  sinceMs: number;
  readonly #deps: HubDeps;
  readonly #listener: UpstreamListener;
  readonly #wanted: () => Iterable<Topic>;
  readonly #offset = new ServerOffset();
  readonly #received = new Set<Topic>();
  /** Told, but refused: the exchange does not hold them. */
  readonly #refused = new Set<Topic>();
  #url: string | null = null;
  #socket: HubSocket | null = null;
  #token: string | null = null;
  #authId = 0;
  #authAnswered = 0;
  #heardAtMs = 0;
  #triedAtMs = Number.NEGATIVE_INFINITY;
  /** How often in a row the exchange turned this device away. */
  #turnedAway = 0;
  #publishedAtMs = Number.NEGATIVE_INFINITY;
  #cancelTimer: () => void = () => undefined;
  #cancelReport: (() => void) | null = null;

  /** @param wanted the topics that should be subscribed, asked for whenever `wantedChanged` was called */
  constructor(deps: HubDeps, listener: UpstreamListener, wanted: () => Iterable<Topic>) {
    this.#deps = deps;
    this.#listener = listener;
    this.#wanted = wanted;
    this.sinceMs = deps.now();
  }

  get offsetMs(): number | null {
    return this.#offset.offsetMs;
  }

  get started(): boolean {
    return this.#url !== null;
  }

  start(url: string): void {
    if (this.#url !== null) return;
    this.#url = url;
    this.#connect();
  }

  stop(): void {
    this.#url = null;
    this.#hangUp();
    this.#setState('connecting');
  }

  /** Tries at once instead of waiting, unless it just did; less often while the exchange turns this device away. */
  retry(): void {
    const everyMs = this.#turnedAway > 0 ? reconnectMs : retryEveryMs;
    if (this.state !== 'offline' || this.#deps.now() - this.#triedAtMs < everyMs) return;
    this.#connect();
  }

  /** Says who is there. Account data counts only after the answer to the latest word. */
  setToken(token: string | null): void {
    this.#token = token;
    for (const topic of this.#received) {
      if (!isPrivateTopic(topic)) continue;
      this.#received.delete(topic);
      this.#refused.delete(topic);
    }
    if (this.state === 'online') this.#authenticate();
    this.wantedChanged();
  }

  resync(topic: Topic): void {
    if (!this.#received.has(topic)) return;
    if (this.#refused.delete(topic)) this.#say({ op: 'subscribe', topics: [topic] });
    else this.#say({ op: 'resync', topic });
  }

  /** Sends an act in the chat. False while nobody hears it, or the exchange has not said yet who speaks. */
  act(id: string, act: ChatAct): boolean {
    if (this.state !== 'online' || this.#token === null || this.#authAnswered !== this.#authId) return false;
    this.#say({ op: 'chat', id, act });
    return true;
  }

  /** Tells the exchange what is wanted now, soon. */
  wantedChanged(): void {
    if (this.state !== 'online' || this.#cancelReport !== null) return;
    const waitMs = Math.max(0, this.#publishedAtMs + subscribeEveryMs - this.#deps.now());
    this.#cancelReport = this.#deps.after(waitMs, () => this.#emit());
  }

  #emit(): void {
    this.#cancelReport = null;
    if (this.state !== 'online') return;
    this.#publishedAtMs = this.#deps.now();
    const wanted = new Set<Topic>();
    for (const topic of this.#wanted()) {
      if (isPrivateTopic(topic) && this.#token === null) continue;
      if (wanted.size < topicsPerConnection) wanted.add(topic);
    }
    const gone = [...this.#received].filter((topic) => !wanted.has(topic));
    const come = [...wanted].filter((topic) => !this.#received.has(topic));
    for (const topic of gone) {
      this.#received.delete(topic);
      this.#refused.delete(topic);
      this.#listener.unsubscribed(topic);
    }
    for (const topic of come) {
      this.#received.add(topic);
      this.#listener.subscribed(topic);
    }
    if (gone.length > 0) this.#say({ op: 'unsubscribe', topics: gone });
    if (come.length > 0) this.#say({ op: 'subscribe', topics: come });
  }

  #connect(): void {
    const url = this.#url;
    if (url === null) return;
    this.#hangUp();
    this.#setState('connecting');
    this.#triedAtMs = this.#deps.now();
    this.#cancelTimer = this.#deps.after(connectTimeoutMs, () => this.#lost());
    const socket: HubSocket = this.#deps.openSocket(url, {
      opened: () => undefined,
      heard: (text) => {
        if (socket === this.#socket) this.#hear(text);
      },
      closed: (code) => {
        if (socket === this.#socket) this.#lost(code);
      },
    });
    this.#socket = socket;
  }

  #hangUp(): void {
    this.#cancelTimer();
    this.#cancelReport?.();
    this.#cancelReport = null;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#listener.lost();
    if (this.#received.size > 0) this.#listener.restarted();
    this.#received.clear();
    this.#refused.clear();
  }

  #lost(code?: number): void {
    const lastedMs = this.state === 'online' ? this.#deps.now() - this.sinceMs : 0;
    if (code === tryAgainLater) this.#turnedAway = lastedMs >= takenAgainMs ? 1 : this.#turnedAway + 1;
    else if (lastedMs >= takenAgainMs) this.#turnedAway = 0;
    this.#hangUp();
    this.#setState('offline');
    const waitMs = this.#waitMs() * (1 + reconnectJitter * (2 * this.#deps.random() - 1));
    this.#cancelTimer = this.#deps.after(waitMs, () => this.#connect());
  }

  #waitMs(): number {
    if (this.#turnedAway === 0) return reconnectMs;
    return Math.min(turnedAwayMaxMs, turnedAwayMs * 2 ** (this.#turnedAway - 1));
  }

  #setState(state: ConnectionState): void {
    if (state === this.state) return;
    // Who is away stays away since the same moment, whether a try is under way or not.
    const wasAway = this.state !== 'online';
    this.state = state;
    if (state === 'online' || !wasAway) this.sinceMs = this.#deps.now();
    this.#listener.stateChanged();
  }

  #say(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  #authenticate(): void {
    this.#authId += 1;
    this.#say({ op: 'auth', token: this.#token, id: this.#authId });
  }

  #heartbeat(): void {
    if (this.#deps.now() - this.#heardAtMs >= silenceMs) {
      this.#lost();
      return;
    }
    this.#say({ op: 'ping', at: this.#deps.now() });
    this.#cancelTimer = this.#deps.after(heartbeatMs, () => this.#heartbeat());
    this.#listener.stateChanged();
  }

  #hear(text: string): void {
    this.#heardAtMs = this.#deps.now();
    let frames: readonly ServerFrame[];
    try {
      frames = JSON.parse(text) as readonly ServerFrame[];
      if (!Array.isArray(frames)) throw new TypeError('not an array of frames');
    } catch {
      // Something that does not speak the protocol stands in between: begin again.
      this.#lost();
      return;
    }
    for (const frame of frames) this.#take(frame);
  }

  #take(frame: ServerFrame): void {
    if ('is' in frame) {
      // Until the latest token is answered, account data may still be the one's before.
      if (isPrivateTopic(frame.topic) && this.#authAnswered !== this.#authId) return;
      if (this.#received.has(frame.topic)) this.#listener.topicFrame(frame);
      return;
    }
    switch (frame.op) {
      case 'hello':
        this.#offset.forget();
        this.#cancelTimer();
        this.#setState('online');
        this.#heartbeat();
        if (this.#token !== null) this.#authenticate();
        this.#emit();
        break;
      case 'pong':
        this.#offset.add(frame.at, this.#deps.now(), frame.now);
        this.#listener.stateChanged();
        break;
      case 'auth':
        this.#takeAuth(frame.signedIn, frame.id);
        break;
      case 'chat':
        this.#listener.done(frame);
        break;
      case 'refused':
        if (frame.topic !== null && this.#received.has(frame.topic as Topic)) {
          this.#refused.add(frame.topic as Topic);
          this.#listener.refused(frame.topic as Topic, frame.code);
        }
        break;
    }
  }

  #takeAuth(signedIn: boolean, id: number | undefined): void {
    if (id !== undefined) {
      if (id !== this.#authId) return;
      this.#authAnswered = id;
    } else if (this.#authAnswered !== this.#authId) {
      // It is about a session this connection has already left.
      return;
    }
    this.#listener.signedIn(signedIn);
  }
}
