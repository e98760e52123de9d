import {
  type ChatAnswer,
  isPrivateTopic,
  topicKind,
  type Topic,
  type TopicFrame,
} from '../protocol/stream/channels.ts';
import { codes, type Code } from '../protocol/codes.ts';
import type { HubDeps } from './hub-deps.ts';
import {
  actsMax,
  endedTokensMax,
  idleMs,
  lingerMs,
  reconnectJitter,
  refusedAgainMaxMs,
  resyncAgainMs,
  tabsMax,
} from './hub-limits.ts';
import { HubTopic } from './hub-topic.ts';
import type { HubMessage, TabMessage } from './protocol.ts';
import { Tab, type HubPort } from './tab.ts';
import { Upstream } from './upstream.ts';

/** A tab's end of the hub. */
export interface HubConnection {
  receive(message: TabMessage): void;
  /** The tab is gone. */
  drop(): void;
}

/** The hub: one connection to the exchange for all tabs (design section 4, "Hub"). */
export interface Hub {
  connect(port: HubPort): HubConnection;
}

/** A topic somebody holds or held a moment ago, with its two timers. */
interface Kept {
  readonly topic: HubTopic;
  cancelLinger: (() => void) | null;
  cancelResync: (() => void) | null;
  /** How often in a row it was refused because too much was asked for. */
  refusals: number;
}

/** Makes a hub. It holds nothing that cannot be rebuilt from what tabs and the exchange say. */
export function createHub(deps: HubDeps): Hub {
  return new AllTabs(deps);
}

class AllTabs implements Hub {
  readonly #deps: HubDeps;
  readonly #tabs = new Set<Tab>();
  readonly #kept = new Map<Topic, Kept>();
  readonly #upstream: Upstream;
  readonly #endedTokens: string[] = [];
  /** Acts in the chat that were sent and not answered, and the tabs that wait. */
  readonly #acts = new Map<string, Tab>();
  #token: string | null = null;
  #signedIn: boolean | null = null;
  #cancelIdle: (() => void) | null = null;

  constructor(deps: HubDeps) {
    this.#deps = deps;
    this.#upstream = new Upstream(
      deps,
      {
        stateChanged: () => this.#publishState(),
        topicFrame: (frame) => this.#takeFrame(frame),
        signedIn: (yes) => this.#takeSignedIn(yes),
        refused: (topic, code) => this.#takeRefusal(topic, code),
        restarted: () => this.#breakSequences(),
        done: (answer) => this.#takeDone(answer),
        lost: () => this.#loseActs(),
        subscribed: (topic) => this.#expectSnapshot(topic),
        unsubscribed: (topic) => this.#kept.get(topic)?.topic.breakSequence(),
      },
      () => this.#wanted(),
    );
  }

  connect(port: HubPort): HubConnection {
    const tab: Tab = new Tab(port, this.#deps, (topic) =>
      this.#maySee(tab, topic) ? this.#kept.get(topic)?.topic : undefined,
    );
    port.post({ kind: 'epoch', epoch: this.#deps.epoch });
    return { receive: (message) => this.#receive(tab, message), drop: () => this.#drop(tab) };
  }

  #receive(tab: Tab, message: TabMessage): void {
    if (message.kind === 'hello') {
      this.#welcome(tab, message);
      return;
    }
    if (!this.#tabs.has(tab)) return;
    switch (message.kind) {
      case 'token':
        this.#setTabToken(tab, message.token, message.generation, true);
        break;
      case 'subscribe':
        if (tab.hold(message.topics.filter((topic) => topicKind(topic) !== null))) this.#reviewTopics();
        break;
      case 'unsubscribe':
        tab.release(message.topics);
        this.#reviewTopics();
        break;
      case 'refresh':
        this.#upstream.retry();
        for (const topic of tab.topics) this.#resync(topic);
        break;
      case 'visible':
        tab.setVisible(message.visible);
        if (message.visible) this.#upstream.retry();
        this.#reviewTopics();
        break;
      case 'taken':
        tab.taken();
        break;
      case 'retry':
        this.#upstream.retry();
        break;
      case 'chat':
        this.#act(tab, message);
        break;
      case 'bye':
        this.#drop(tab);
        break;
    }
  }

  #welcome(tab: Tab, hello: Extract<TabMessage, { kind: 'hello' }>): void {
    if (!this.#tabs.has(tab)) {
      if (this.#tabs.size >= tabsMax) return;
      this.#tabs.add(tab);
      tab.forgetLock = this.#deps.whenTabGone(hello.tab, () => this.#drop(tab));
    }
    this.#cancelIdle?.();
    this.#cancelIdle = null;
    tab.setVisible(hello.visible);
    this.#setTabToken(tab, hello.token, hello.generation, false);
    tab.post(this.#state());
    this.#upstream.start(hello.url);
    this.#upstream.retry();
    this.#reviewTopics();
  }

  #drop(tab: Tab): void {
    if (!this.#tabs.delete(tab)) return;
    tab.close();
    for (const [id, waiting] of this.#acts) if (waiting === tab) this.#acts.delete(id);
    this.#reviewTopics();
    if (this.#tabs.size > 0) return;
    this.#cancelIdle?.();
    this.#cancelIdle = this.#deps.after(idleMs, () => {
      this.#cancelIdle = null;
      this.#upstream.stop();
      for (const topic of this.#kept.keys()) this.#forget(topic);
    });
  }

  /**
   * The latest word about who is signed in holds for all tabs, but only tabs that know the same token see
   * its account: the others learn of it through the storage they share. A token that ended does not come back
   * through a tab that read it a moment before.
   *
   * @param decided whether the user signed in or out just now, rather than the tab having started
   */
  #setTabToken(tab: Tab, token: string | null, generation: number, decided: boolean): void {
    const ended = token !== null && !decided && this.#endedTokens.includes(token);
    tab.token = ended ? null : token;
    tab.generation = generation;
    const held = [...tab.topics].filter(isPrivateTopic);
    for (const topic of held) tab.drop(topic);
    if (ended) {
      tab.post({ kind: 'session', generation, signedIn: false });
      return;
    }
    const unknown = token === null && !decided;
    if (token !== this.#token && !unknown) this.#switchToken(token);
    else if (token !== null && this.#signedIn !== null) {
      tab.post({ kind: 'session', generation, signedIn: this.#signedIn });
    }
    tab.release(held);
    tab.hold(held);
  }

  #switchToken(token: string | null): void {
    if (this.#token !== null) this.#endToken(this.#token);
    if (token !== null && this.#endedTokens.includes(token)) {
      this.#endedTokens.splice(this.#endedTokens.indexOf(token), 1);
    }
    this.#token = token;
    this.#signedIn = null;
    this.#clearPrivate();
    for (const tab of this.#tabs) if (tab.token !== token) tab.dropPrivate();
    this.#loseActs();
    this.#upstream.setToken(token);
    this.#reviewTopics();
  }

  #endToken(token: string): void {
    if (this.#endedTokens.includes(token)) return;
    this.#endedTokens.push(token);
    if (this.#endedTokens.length > endedTokensMax) this.#endedTokens.shift();
  }

  #takeSignedIn(yes: boolean): void {
    this.#signedIn = yes;
    if (!yes) this.#clearPrivate();
    if (this.#token === null) return;
    for (const tab of this.#tabs) {
      if (tab.token !== this.#token) continue;
      if (!yes) tab.dropPrivate();
      tab.post({ kind: 'session', generation: tab.generation, signedIn: yes });
    }
  }

  #holders(topic: Topic): Tab[] {
    return [...this.#tabs].filter((tab) => tab.visible && tab.topics.has(topic) && this.#maySee(tab, topic));
  }

  #maySee(tab: Tab, topic: Topic): boolean {
    return !isPrivateTopic(topic) || (this.#token !== null && tab.token === this.#token);
  }

  #clearPrivate(): void {
    for (const [topic, kept] of this.#kept) if (isPrivateTopic(topic)) kept.topic.clear();
  }

  /** Hands an act on, once: an answer that is lost with the connection is told to be. */
  #act(tab: Tab, { id, act, generation }: Extract<TabMessage, { kind: 'chat' }>): void {
    const isTheirs = this.#token !== null && tab.token === this.#token && tab.generation === generation;
    if (!isTheirs || this.#acts.size >= actsMax || !this.#upstream.act(id, act)) {
      tab.post({ kind: 'done', id, answer: null });
      return;
    }
    // One answer tells one tab; whoever asked before the other may ask again.
    const before = this.#acts.get(id);
    if (before !== undefined && before !== tab) before.post({ kind: 'done', id, answer: null });
    this.#acts.set(id, tab);
  }

  #takeDone({ id, code, data }: ChatAnswer): void {
    this.#acts.get(id)?.post({ kind: 'done', id, answer: { code, data } });
    this.#acts.delete(id);
  }

  #loseActs(): void {
    for (const [id, tab] of this.#acts) tab.post({ kind: 'done', id, answer: null });
    this.#acts.clear();
  }

  /** Keeps what visible tabs hold, and lets go of the rest after a while. */
  #reviewTopics(): void {
    const held = new Set<Topic>();
    for (const tab of this.#tabs) {
      if (!tab.visible) continue;
      for (const topic of tab.topics) if (this.#maySee(tab, topic)) held.add(topic);
    }
    for (const topic of held) {
      const kept = this.#kept.get(topic);
      const kind = topicKind(topic);
      if (kept !== undefined) {
        kept.cancelLinger?.();
        kept.cancelLinger = null;
      } else if (kind !== null) {
        this.#kept.set(topic, {
          topic: new HubTopic(topic, kind),
          cancelLinger: null,
          cancelResync: null,
          refusals: 0,
        });
      }
    }
    for (const [topic, kept] of this.#kept) {
      if (held.has(topic)) continue;
      if (isPrivateTopic(topic) && this.#token === null) this.#forget(topic);
      else kept.cancelLinger ??= this.#deps.after(lingerMs, () => this.#forget(topic));
    }
    this.#upstream.wantedChanged();
  }

  /** What is held first, so that what only lingers does not take its place when there is not room for both. */
  #wanted(): Topic[] {
    const kept = [...this.#kept];
    const held = kept.filter(([, { cancelLinger }]) => cancelLinger === null);
    const lingering = kept.filter(([, { cancelLinger }]) => cancelLinger !== null);
    return [...held, ...lingering].map(([topic]) => topic);
  }

  #forget(topic: Topic): void {
    const kept = this.#kept.get(topic);
    if (kept === undefined) return;
    kept.cancelLinger?.();
    kept.cancelResync?.();
    this.#kept.delete(topic);
    this.#upstream.wantedChanged();
  }

  #takeFrame(frame: TopicFrame): void {
    const kept = this.#kept.get(frame.topic);
    if (kept === undefined) return;
    const taken = kept.topic.take(frame);
    if (taken === 'ignored') return;
    if (taken === 'gap') {
      this.#resync(frame.topic);
      return;
    }
    if (taken === 'snapshot') {
      kept.refusals = 0;
      kept.cancelResync?.();
      kept.cancelResync = null;
    }
    for (const tab of this.#holders(frame.topic)) tab.frame(kept.topic, frame, taken);
  }

  /** Asks for a snapshot, and again until it comes. */
  #resync(topic: Topic): void {
    const kept = this.#kept.get(topic);
    if (kept === undefined) return;
    kept.topic.breakSequence();
    this.#upstream.resync(topic);
    this.#expectSnapshot(topic);
  }

  #expectSnapshot(topic: Topic, withinMs = resyncAgainMs): void {
    const kept = this.#kept.get(topic);
    if (kept === undefined) return;
    kept.cancelResync?.();
    kept.cancelResync = this.#deps.after(withinMs, () => this.#resync(topic));
  }

  #breakSequences(): void {
    for (const kept of this.#kept.values()) {
      kept.topic.breakSequence();
      kept.cancelResync?.();
      kept.cancelResync = null;
    }
  }

  /**
   * A topic that was refused is not asked for again until somebody subscribes again, unless the exchange was only busy:
   * then later, and later each time.
   */
  #takeRefusal(topic: Topic, code: Code): void {
    const kept = this.#kept.get(topic);
    if (kept === undefined) return;
    kept.cancelResync?.();
    kept.cancelResync = null;
    if (code === codes.serverError) this.#expectSnapshot(topic);
    if (code === codes.busyRetry) {
      const waitMs = Math.min(refusedAgainMaxMs, resyncAgainMs * 2 ** kept.refusals);
      kept.refusals += 1;
      this.#expectSnapshot(topic, waitMs * (1 + reconnectJitter * (2 * this.#deps.random() - 1)));
    }
    for (const tab of this.#holders(topic)) tab.post({ kind: 'refused', topic, code });
  }

  #state(): HubMessage {
    const { state, sinceMs, offsetMs } = this.#upstream;
    return { kind: 'connection', state, sinceMs, offsetMs };
  }

  #publishState(): void {
    const message = this.#state();
    for (const tab of this.#tabs) tab.post(message);
  }
}
