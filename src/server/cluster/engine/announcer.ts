import type { StoreIdentity } from '#server/core/store/identity.ts';
import type { StoreHealth } from '#server/core/store/store-health.ts';
import type { Bus } from '../bus/bus.ts';
import { packFrame } from '../bus/frame.ts';
import type { SentAnnouncement } from '../bus/operations.ts';
import { announcementsSubject, type SubjectRoot } from '../bus/subjects.ts';

/** An engine gives a heartbeat this often. */
const aliveEveryMs = 1_000;

interface AnnouncerDeps {
  readonly bus: Bus;
  readonly root: SubjectRoot;
  /** Names this process. */
  readonly engine: string;
  /** The epoch under which this process owns the data. */
  readonly epoch: () => number;
  /** The data that it is the epoch of. */
  readonly identity: () => StoreIdentity;
  readonly storeHealth: StoreHealth;
  readonly isReady: () => boolean;
}

/** Announces to all edges that this engine is there, and what concerns all of them. Events are numbered. */
export class Announcer {
  readonly #deps: AnnouncerDeps;
  readonly #timer: NodeJS.Timeout;
  readonly #unfollow: readonly (() => void)[];
  #event = 0;
  #nth = 0;

  constructor(deps: AnnouncerDeps) {
    this.#deps = deps;
    const alive = () => this.#send(null);
    this.#timer = setInterval(alive, aliveEveryMs);
    this.#unfollow = [deps.storeHealth.onChange(alive), deps.bus.onConnection(alive)];
    alive();
  }

  announce(what: NonNullable<SentAnnouncement['what']>): void {
    this.#event += 1;
    this.#send(what);
  }

  /** The last announcement: edges need not wait until this engine is silent. */
  close(): void {
    clearInterval(this.#timer);
    for (const unfollow of this.#unfollow) unfollow();
    this.announce({ kind: 'leaving' });
  }

  #send(what: SentAnnouncement['what']): void {
    const { bus, root, engine, epoch, identity, storeHealth, isReady } = this.#deps;
    this.#nth += 1;
    const announcement: SentAnnouncement = {
      engine,
      identity: identity(),
      epoch: epoch(),
      nth: this.#nth,
      event: this.#event,
      store: storeHealth.state,
      isReady: isReady(),
      connections: bus.connections,
      what,
    };
    bus.publish(announcementsSubject(root), packFrame(announcement));
  }
}
