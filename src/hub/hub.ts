import { topicKind, type Topic } from '#protocol/core/stream/channels.ts';
import { ChatActs } from './chat-acts.ts';
import type { HubDeps } from './hub-deps.ts';
import { idleMs, tabsMax } from './hub-limits.ts';
import { HubSession } from './hub-session.ts';
import { HubTopics } from './hub-topics.ts';
import { Polling } from './polling/polling.ts';
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
interface Hub {
  connect(port: HubPort): HubConnection;
}

/** Makes a hub. It holds nothing that cannot be rebuilt from what tabs and the exchange say. */
export function createHub(deps: HubDeps): Hub {
  return new AllTabs(deps);
}

class AllTabs implements Hub {
  readonly #deps: HubDeps;
  readonly #tabs = new Set<Tab>();
  readonly #upstream: Upstream;
  readonly #session: HubSession;
  readonly #topics: HubTopics;
  readonly #acts: ChatActs;
  readonly #polling: Polling;
  #cancelIdle: (() => void) | null = null;

  constructor(deps: HubDeps) {
    this.#deps = deps;
    this.#upstream = new Upstream(
      deps,
      {
        stateChanged: () => this.#stateChanged(),
        hasOtherWay: () => this.#polling.works,
        topicFrame: (frame) => this.#topics.take(frame),
        signedIn: (yes) => this.#session.answered(yes),
        refused: (topic, code) => this.#topics.refused(topic, code),
        restarted: () => this.#topics.breakSequences(),
        done: (answer) => this.#acts.answered(answer),
        lost: () => this.#acts.lost(),
        subscribed: (topic) => this.#topics.expectSnapshot(topic),
        unsubscribed: (topic) => this.#topics.get(topic)?.breakSequence(),
      },
      () => this.#topics.wanted(),
    );
    this.#acts = new ChatActs(this.#upstream);
    this.#topics = new HubTopics({
      hub: deps,
      upstream: this.#upstream,
      holders: (topic) => this.#holders(topic),
    });
    this.#polling = new Polling({
      hub: deps,
      held: () => this.#topics.held(),
      known: (topic) => this.#topics.get(topic)?.snapshot()?.data ?? null,
      frame: (frame) => this.#topics.takePolled(frame),
      changed: () => this.#publishState(),
      signedOut: () => this.#session.answered(false),
    });
    this.#session = new HubSession(this.#tabs, {
      forgetPrivate: () => this.#topics.clearPrivate(),
      switched: (token) => {
        this.#acts.lost();
        this.#upstream.setToken(token);
        this.#polling.setToken(token);
        this.#reviewTopics();
      },
    });
  }

  connect(port: HubPort): HubConnection {
    const tab: Tab = new Tab(port, this.#deps, (topic) =>
      this.#session.maySee(tab, topic) ? this.#topics.get(topic) : undefined,
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
        this.#session.setTabToken(tab, message.token, message.generation, true);
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
        this.#polling.refresh();
        for (const topic of tab.topics) this.#topics.resync(topic);
        break;
      case 'acted':
        if (this.#session.owns(tab)) this.#polling.acted();
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
        this.#acts.ask(tab, message, this.#session.owns(tab) && tab.generation === message.generation);
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
    this.#session.setTabToken(tab, hello.token, hello.generation, false);
    tab.post(this.#state());
    this.#polling.setBase(hello.calls);
    this.#upstream.start(hello.url);
    this.#upstream.retry();
    this.#reviewTopics();
  }

  #drop(tab: Tab): void {
    if (!this.#tabs.delete(tab)) return;
    tab.close();
    this.#acts.forget(tab);
    this.#reviewTopics();
    if (this.#tabs.size > 0) return;
    this.#cancelIdle?.();
    this.#cancelIdle = this.#deps.after(idleMs, () => {
      this.#cancelIdle = null;
      this.#upstream.stop();
      this.#polling.run(false);
      this.#topics.forgetAll();
    });
  }

  #holders(topic: Topic): Tab[] {
    return [...this.#tabs].filter((tab) => tab.visible && tab.topics.has(topic) && this.#session.maySee(tab, topic));
  }

  /** Keeps what visible tabs hold. */
  #reviewTopics(): void {
    const held = new Set<Topic>();
    for (const tab of this.#tabs) {
      if (!tab.visible) continue;
      for (const topic of tab.topics) if (this.#session.maySee(tab, topic)) held.add(topic);
    }
    this.#topics.review(held, this.#session.token !== null);
    this.#polling.review();
  }

  /** The stream came, went or was tried: what it does not bring is polled. */
  #stateChanged(): void {
    this.#polling.run(this.#upstream.isBlocked);
    this.#publishState();
  }

  #state(): HubMessage {
    const { state, sinceMs, offsetMs } = this.#upstream;
    const polledAsOfMs = this.#upstream.isBlocked ? this.#polling.asOfMs : null;
    return { kind: 'connection', state, sinceMs, offsetMs, polledAsOfMs };
  }

  #publishState(): void {
    const message = this.#state();
    for (const tab of this.#tabs) tab.post(message);
  }
}
