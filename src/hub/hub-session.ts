import { isPrivateTopic, type Topic } from '#protocol/core/stream/channels.ts';
import { endedTokensMax } from './hub-limits.ts';
import type { Tab } from './tab.ts';

/** The last tokens that ended here, so that a tab that read one before the log-out cannot bring it back. */
class EndedTokens {
  readonly #ended: string[] = [];

  has(token: string): boolean {
    return this.#ended.includes(token);
  }

  add(token: string): void {
    if (this.has(token)) return;
    this.#ended.push(token);
    if (this.#ended.length > endedTokensMax) this.#ended.shift();
  }

  /** The user decided to sign in with it again. */
  delete(token: string): void {
    const at = this.#ended.indexOf(token);
    if (at >= 0) this.#ended.splice(at, 1);
  }
}

/** What follows when another user is signed in, or none. */
interface HubSessionListener {
  /** Nothing of who was signed in may be shown any more. */
  forgetPrivate(): void;
  /** The exchange must learn who is signed in now. */
  switched(token: string | null): void;
}

/**
 * Who is signed in. The latest word about it holds for all tabs, but only tabs that know the same token see its
 * account: the others learn of it through the storage they share.
 */
export class HubSession {
  readonly #tabs: ReadonlySet<Tab>;
  readonly #listener: HubSessionListener;
  readonly #endedTokens = new EndedTokens();
  #token: string | null = null;
  /** What the exchange says about the token; null before it answered. */
  #signedIn: boolean | null = null;

  constructor(tabs: ReadonlySet<Tab>, listener: HubSessionListener) {
    this.#tabs = tabs;
    this.#listener = listener;
  }

  get token(): string | null {
    return this.#token;
  }

  /** Whether a tab belongs to who is signed in. */
  owns(tab: Tab): boolean {
    return this.#token !== null && tab.token === this.#token;
  }

  maySee(tab: Tab, topic: Topic): boolean {
    return !isPrivateTopic(topic) || this.owns(tab);
  }

  /**
   * A tab says who is signed in. A token that ended does not come back through a tab that read it a moment before.
   *
   * @param decided whether the user signed in or out just now, rather than the tab having started
   */
  setTabToken(tab: Tab, token: string | null, generation: number, decided: boolean): void {
    const ended = token !== null && !decided && this.#endedTokens.has(token);
    tab.token = ended ? null : token;
    tab.generation = generation;
    const held = [...tab.topics].filter(isPrivateTopic);
    for (const topic of held) tab.drop(topic);
    if (ended) {
      tab.post({ kind: 'session', generation, signedIn: false });
      return;
    }
    const unknown = token === null && !decided;
    if (token !== this.#token && !unknown) this.#switch(token);
    else if (token !== null && this.#signedIn !== null) {
      tab.post({ kind: 'session', generation, signedIn: this.#signedIn });
    }
    tab.release(held);
    tab.hold(held);
  }

  /** The exchange's answer about the token. */
  answered(yes: boolean): void {
    this.#signedIn = yes;
    if (!yes) this.#listener.forgetPrivate();
    for (const tab of this.#tabs) {
      if (!this.owns(tab)) continue;
      if (!yes) tab.dropPrivate();
      tab.post({ kind: 'session', generation: tab.generation, signedIn: yes });
    }
  }

  #switch(token: string | null): void {
    if (this.#token !== null) this.#endedTokens.add(this.#token);
    if (token !== null) this.#endedTokens.delete(token);
    this.#token = token;
    this.#signedIn = null;
    this.#listener.forgetPrivate();
    for (const tab of this.#tabs) if (tab.token !== token) tab.dropPrivate();
    this.#listener.switched(token);
  }
}
