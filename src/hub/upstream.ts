import type { Code } from '#protocol/core/codes.ts';
import {
  type ChatAnswer,
  type ClientFrame,
  isPrivateTopic,
  type ServerFrame,
  type Topic,
  type TopicFrame,
} from '#protocol/core/stream/channels.ts';
import type { ChatAct } from '#protocol/chat/entities.ts';
import type { HubDeps } from './hub-deps.ts';
import type { ConnectionState } from './protocol.ts';
import { beatMs, steadyMs, streamAgainJitter, streamAgainMs } from './hub-limits.ts';
import { reconnectMs } from '#protocol/core/limits.ts';
import { ReconnectWait } from './reconnect-wait.ts';
import { ServerOffset } from './server-offset.ts';
import { StreamTrust } from './stream-trust.ts';
import { Subscriptions } from './subscriptions.ts';
import { UpstreamSession } from './upstream-session.ts';
import { UpstreamSocket } from './upstream-socket.ts';

/** Callbacks of the hub's connection to the exchange. */
interface UpstreamListener {
  /** State or clock offset changed, or a heartbeat passed. */
  stateChanged(): void;
  topicFrame(frame: TopicFrame): void;
  /** The exchange's answer about the current token, asked or unasked. */
  signedIn(yes: boolean): void;
  refused(topic: Topic, code: Code): void;
  /** Topics begin again: whatever was in sequence is not any more. */
  restarted(): void;
  /** The topic was subscribed at the exchange; its snapshot will come. */
  subscribed(topic: Topic): void;
  unsubscribed(topic: Topic): void;
  /** The exchange answered an act in the chat. */
  done(answer: ChatAnswer): void;
  /** Whether the exchange answers over HTTP, so that there is no hurry. */
  hasOtherWay(): boolean;
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
  readonly #offset = new ServerOffset();
  readonly #socket: UpstreamSocket;
  readonly #session: UpstreamSession;
  readonly #subscriptions: Subscriptions;
  readonly #wait: ReconnectWait;
  readonly #trust = new StreamTrust();
  #url: string | null = null;
  #triedAtMs = Number.NEGATIVE_INFINITY;
  /** When this connection was greeted; null before. */
  #greetedAtMs: number | null = null;
  /** The next try, or what makes a connection that must last count. */
  #cancelRetry: () => void = () => undefined;
  #cancelBeat: () => void = () => undefined;

  /** @param wanted the topics that should be subscribed, asked for whenever `wantedChanged` was called */
  constructor(deps: HubDeps, listener: UpstreamListener, wanted: () => Iterable<Topic>) {
    this.#deps = deps;
    this.#listener = listener;
    this.sinceMs = deps.now();
    this.#wait = new ReconnectWait(() => deps.random());
    this.#socket = new UpstreamSocket(deps, {
      frame: (frame) => this.#take(frame),
      pinged: () => this.#pinged(),
      lost: (code) => this.#lost(code),
    });
    const say = (frame: ClientFrame) => this.#socket.say(frame);
    this.#session = new UpstreamSession(say);
    this.#subscriptions = new Subscriptions({
      hub: deps,
      say,
      isOnline: () => this.state === 'online',
      hasToken: () => this.#session.hasToken,
      wanted,
      subscribed: (topic) => listener.subscribed(topic),
      unsubscribed: (topic) => listener.unsubscribed(topic),
    });
  }

  get offsetMs(): number | null {
    return this.#offset.offsetMs;
  }

  /** Whether the network does not let the stream through: the exchange is then to be asked over HTTP. */
  get isBlocked(): boolean {
    return this.#url !== null && this.state !== 'online' && this.#trust.isLost;
  }

  start(url: string): void {
    if (this.#url !== null) return;
    this.#url = url;
    this.#connect();
    this.#beat();
  }

  stop(): void {
    this.#url = null;
    this.#cancelBeat();
    this.#hangUp();
    this.#setState('connecting');
  }

  /**
   * Tries at once instead of waiting, unless it just did; less often while the exchange turns this device away, or
   * another way works.
   */
  retry(): void {
    const everyMs = this.#hasOtherWay ? reconnectMs : this.#wait.retryEveryMs;
    if (this.state !== 'offline' || this.#deps.now() - this.#triedAtMs < everyMs) return;
    this.#connect();
  }

  /** Says who is there. Account data counts only after the answer to the latest word. */
  setToken(token: string | null): void {
    this.#session.setToken(token);
    this.#subscriptions.clearPrivate();
    if (this.state === 'online') this.#session.authenticate();
    this.wantedChanged();
  }

  resync(topic: Topic): void {
    this.#subscriptions.resync(topic);
  }

  /** Sends a chat action. False while disconnected, or before the exchange has confirmed the user. */
  act(id: string, act: ChatAct): boolean {
    if (this.state !== 'online' || !this.#session.hasToken || !this.#session.isAnswered) return false;
    this.#socket.say({ op: 'chat', id, act });
    return true;
  }

  /** Sends the wanted subscriptions to the exchange soon. */
  wantedChanged(): void {
    this.#subscriptions.wantedChanged();
  }

  get #hasOtherWay(): boolean {
    return this.isBlocked && this.#listener.hasOtherWay();
  }

  /** Tabs hear that the hub lives, also while there is nothing to say for long. */
  #beat(): void {
    this.#cancelBeat = this.#deps.after(beatMs, () => {
      if (this.state !== 'online') this.#listener.stateChanged();
      this.#beat();
    });
  }

  #connect(): void {
    const url = this.#url;
    if (url === null) return;
    this.#hangUp();
    this.#setState('connecting');
    this.#triedAtMs = this.#deps.now();
    this.#socket.open(url);
  }

  #hangUp(): void {
    this.#cancelRetry();
    this.#greetedAtMs = null;
    this.#socket.close();
    this.#listener.lost();
    if (this.#subscriptions.clear()) this.#listener.restarted();
  }

  #lost(code?: number): void {
    const lastedMs = this.#greetedAtMs === null ? null : this.#deps.now() - this.#greetedAtMs;
    this.#trust.ended(code, lastedMs);
    const soonMs = this.#wait.ended(code, lastedMs ?? 0);
    const waitMs = this.#hasOtherWay ? streamAgainMs * (1 + streamAgainJitter * (2 * this.#deps.random() - 1)) : soonMs;
    this.#hangUp();
    this.#setState('offline');
    this.#cancelRetry = this.#deps.after(waitMs, () => this.#connect());
  }

  #setState(state: ConnectionState): void {
    if (state === this.state) return;
    // Who is away stays away since the same moment, whether a try is under way or not.
    const wasAway = this.state !== 'online';
    this.state = state;
    if (state === 'online' || !wasAway) this.sinceMs = this.#deps.now();
    this.#listener.stateChanged();
  }

  #take(frame: ServerFrame): void {
    if ('is' in frame) {
      if (isPrivateTopic(frame.topic) && !this.#session.isAnswered) return;
      if (this.#subscriptions.has(frame.topic)) this.#listener.topicFrame(frame);
      return;
    }
    switch (frame.op) {
      case 'hello':
        this.#greeted();
        break;
      case 'pong':
        this.#offset.add(frame.at, this.#deps.now(), frame.now);
        this.#listener.stateChanged();
        break;
      case 'auth':
        if (this.#session.takeAnswer(frame)) this.#listener.signedIn(frame.signedIn);
        break;
      case 'chat':
        this.#listener.done(frame);
        break;
      case 'refused': {
        const topic = frame.topic as Topic | null;
        if (topic !== null && this.#subscriptions.refused(topic)) this.#listener.refused(topic, frame.code);
        break;
      }
    }
  }

  #greeted(): void {
    this.#offset.forget();
    this.#trust.greeted();
    this.#greetedAtMs = this.#deps.now();
    if (this.#trust.mustLast && this.#hasOtherWay) {
      this.#cancelRetry = this.#deps.after(steadyMs, () => {
        this.#trust.lasted();
        this.#use();
      });
    } else this.#use();
    this.#socket.startHeartbeat();
  }

  #pinged(): void {
    // A connection that may be cut is better than nothing.
    if (this.#greetedAtMs !== null && this.state !== 'online' && !this.#hasOtherWay) this.#use();
    this.#listener.stateChanged();
  }

  /** From here on what is shown comes from this connection. */
  #use(): void {
    this.#cancelRetry();
    this.#setState('online');
    if (this.#session.hasToken) this.#session.authenticate();
    this.#subscriptions.update();
  }
}
