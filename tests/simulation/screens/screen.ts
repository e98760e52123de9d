import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { HubLink } from '#app/platform/stream/hub-link.ts';
import { StreamClient } from '#app/platform/stream/stream-client.ts';
import type { TopicViews } from '#app/platform/stream/topic-store.ts';
import { createHub } from '#hub/hub.ts';
import type { HubAnswer, HubDeps, HubSocket, HubSocketListener } from '#hub/hub-deps.ts';
import type { Envelope } from '#protocol/core/envelope.ts';
import { heartbeatMs } from '#protocol/core/limits.ts';
import type { Topic, TopicKind } from '#protocol/core/stream/channels.ts';
import type { Agenda } from '../agenda.ts';
import type { Draws } from '../draws.ts';
import { askServed, type Served } from '../edges.ts';
import type { FaultKind } from '../faults.ts';
import type { History } from '../history.ts';
import { inPart, type Part } from '../parts.ts';
import { Device } from './device.ts';
import { Line } from './line.ts';

export interface ScreenDeps {
  readonly agenda: Agenda;
  readonly draws: Draws;
  readonly history: History;
  /** The class of `ws`, which is loaded together with the exchange. */
  readonly Socket: typeof WebSocket;
  /** Whether something happens for now. */
  readonly isOn: (fault: FaultKind & `stream ${string}`) => boolean;
  /** What serves somebody now; null while nothing does. */
  readonly served: (name: string) => Served | null;
}

const origin = 'http://exchange';
/** Of every phone. */
const address = '10.0.0.1';
const frameMs = 16;
const wayMostMs = 120;
const lateMostMs = 4_000;
/** For each piece that is under way. */
const late = 0.01;
/** A phone has a fault at least this often. */
const faultEveryMostMs = 60_000;
const awayMostMs = 30_000;
const phoneFaults = ['stream cut', 'stream silent', 'stream asleep', 'stream hidden'] as const;
/** After it a line is open again that fell silent before: it is missed for three heartbeats, and one that is due. */
const missedMs = 5 * heartbeatMs;

/**
 * What a person's phone shows: the hub and the page's own end of the stream, in front of cells that look at some topics.
 * They are those of the app; only what a browser gives them is of the run.
 */
export class Screen {
  readonly name: string;
  readonly token: string;
  /** What the cell of each topic read last. */
  readonly #shown = new Map<Topic, unknown>();
  readonly #deps: ScreenDeps;
  readonly #device: Device;
  readonly #client: StreamClient;
  readonly #link: HubLink;
  /** When the last snapshot of the account was taken in, in milliseconds since the epoch. */
  snapshotAt = 0;
  #line: Line | null = null;
  #isVisible = true;
  /** In milliseconds since the epoch. */
  #faultyUntil = 0;
  /** Animation frames that wait until the page is visible. */
  #frames: (() => void)[] = [];

  constructor(name: string, token: string, deps: ScreenDeps) {
    this.name = name;
    this.token = token;
    this.#deps = deps;
    const device = new Device(deps.agenda);
    this.#device = device;
    this.#client = new StreamClient({
      now: device.now,
      after: device.after,
      frame: (work) => void device.after(frameMs, () => (this.#isVisible ? work() : void this.#frames.push(work))),
      // A frame takes no time here.
      stopwatch: () => 0,
      learnOffset: () => undefined,
      signedOut: () => deps.history.add('screen signed out', name),
    });
    const hub = createHub(this.#hubDeps());
    this.#link = new HubLink({
      transports: [
        () => (_tab, listener) => {
          const page = hub.connect({ post: (message) => void device.after(0, () => listener.received(message)) });
          return { send: (message) => void device.after(0, () => page.receive(message)), close: () => page.drop() };
        },
      ],
      tab: name,
      url: 'ws://exchange/stream',
      calls: `${origin}/api/`,
      now: device.now,
      visible: () => this.#isVisible,
      token: () => token,
      topics: this.#client.topics,
      received: (message) => this.#client.receive(message),
      lost: this.#client.actsLost,
    });
    this.#client.attach(this.#link);
  }

  /** Begins to show some topics. */
  open(topics: readonly Topic[]): void {
    for (const topic of topics)
      this.#client.subscribe(topic, () => void this.#shown.set(topic, this.#client.view(topic)));
    this.#client.listen('account', ({ is }) => {
      if (is === 'snapshot') this.snapshotAt = this.#device.now();
    });
    this.#link.open();
    this.#watch();
    this.#planFault();
  }

  get topics(): readonly Topic[] {
    return this.#client.topics();
  }

  /** Whether what it shows comes from the stream now. */
  get isLive(): boolean {
    if (this.#deps.agenda.now < this.#faultyUntil + missedMs) return false;
    return this.#client.connection.get().state === 'online' && this.topics.every((topic) => this.#shown.has(topic));
  }

  /** What it shows of a topic. */
  shown<Kind extends TopicKind>(topic: Topic): TopicViews[Kind] | null {
    return (this.#shown.get(topic) ?? null) as TopicViews[Kind] | null;
  }

  /** A process of the exchange has died. */
  lose(part: Part): void {
    if (this.#line?.servedBy === part) this.#line.loseExchange();
  }

  #hubDeps(): HubDeps {
    const { draws, agenda } = this.#deps;
    return {
      now: this.#device.now,
      after: this.#device.after,
      random: () => draws.next(),
      epoch: `${this.name} ${agenda.now}`,
      whenTabGone: () => () => undefined,
      openSocket: (url, listener) => this.#openSocket(url, listener),
      ask: ({ url, token }, answered) => {
        const state = { isGivenUp: false };
        this.#device.after(this.#way(), () => void this.#ask(url, token, state, answered));
        return () => void (state.isGivenUp = true);
      },
    };
  }

  /** As `hub-worker.ts` opens it in a browser. */
  #openSocket(url: string, listener: HubSocketListener): HubSocket {
    const line = this.#newLine();
    const socket = new this.#deps.Socket(url, {
      perMessageDeflate: false,
      generateMask: (mask) => void mask.fill(0),
      createConnection: () => {
        this.#deps.agenda.plan('world', this.#way(), () => this.#connect(line));
        return line.phone as unknown as Socket;
      },
    });
    const life = { isOver: false };
    const ifAlive = (act: () => void) => void (life.isOver || act());
    socket.on('open', () => ifAlive(() => listener.opened()));
    socket.on('message', (data: Buffer) => ifAlive(() => listener.received(data.toString())));
    socket.on('error', () => undefined);
    socket.on('close', (code) => ifAlive(() => listener.closed(code)));
    return {
      send: (text) => void (socket.readyState === socket.OPEN && socket.send(text)),
      close: () => {
        life.isOver = true;
        socket.close();
      },
    };
  }

  #newLine(): Line {
    const { agenda } = this.#deps;
    const line = new Line(address, {
      now: () => agenda.now,
      way: () => this.#way(),
      atPhone: this.#device.after,
      atExchange: (afterMs, work) => {
        const part = line.servedBy ?? 'world';
        agenda.plan(part, afterMs, () => inPart(part, work));
      },
    });
    this.#line = line;
    return line;
  }

  #connect(line: Line): void {
    if (line.isDead) return;
    const served = this.#deps.served(this.name);
    if (served === null) {
      line.loseExchange();
      return;
    }
    const { part, app } = served;
    line.servedBy = part;
    inPart(part, () => app.server.emit('connection', line.accept()));
  }

  async #ask(
    url: string,
    token: string | null,
    state: { readonly isGivenUp: boolean },
    answered: (answer: HubAnswer | null) => void,
  ): Promise<void> {
    const answer = await this.#answer(url.slice(origin.length), token);
    this.#device.after(this.#way(), () => void (state.isGivenUp || answered(answer)));
  }

  async #answer(url: string, token: string | null): Promise<HubAnswer | null> {
    const served = this.#deps.served(this.name);
    if (served === null) return null;
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const response = await askServed(served, { url, headers });
    const { code, data } = response.json<Envelope>();
    return { code, data, ageMs: 0 };
  }

  #way(): number {
    const { draws, history, isOn } = this.#deps;
    const way = draws.next() * wayMostMs;
    if (!draws.happens(late) || !isOn('stream late')) return way;
    history.add('fault stream late', this.name);
    return way + draws.next() * lateMostMs;
  }

  /** As the page does: a hub that fell silent is left for another. */
  #watch(): void {
    this.#device.after(heartbeatMs, () => {
      this.#link.watch();
      this.#watch();
    });
  }

  #planFault(): void {
    const { agenda, draws } = this.#deps;
    agenda.plan('world', draws.next() * faultEveryMostMs, () => {
      this.#meetFault();
      this.#planFault();
    });
  }

  #meetFault(): void {
    const { agenda, draws, history, isOn } = this.#deps;
    const fault = draws.oneOf(phoneFaults);
    const awayMs = draws.next() * awayMostMs;
    if (!isOn(fault)) return;
    history.add(`fault ${fault}`, this.name);
    this.#faultyUntil = Math.max(this.#faultyUntil, agenda.now + awayMs);
    if (fault === 'stream cut') this.#line?.cut();
    else if (fault === 'stream silent') this.#line?.fallSilent();
    else if (fault === 'stream asleep') this.#device.sleep(awayMs);
    else {
      this.#show(false);
      agenda.plan('world', awayMs, () => this.#show(true));
    }
  }

  #show(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#link.visibilityChanged();
    if (isVisible) for (const frame of this.#frames.splice(0)) frame();
  }
}
