import type { ChatAnswer } from '#protocol/core/stream/channels.ts';
import { actsMax } from './hub-limits.ts';
import type { TabMessage } from './protocol.ts';
import type { Tab } from './tab.ts';
import type { Upstream } from './upstream.ts';

type Act = Extract<TabMessage, { kind: 'chat' }>;

/** Acts in the chat that were sent and not answered, and the tabs that wait. */
export class ChatActs {
  readonly #upstream: Pick<Upstream, 'act'>;
  readonly #waiting = new Map<string, Tab>();

  constructor(upstream: Pick<Upstream, 'act'>) {
    this.#upstream = upstream;
  }

  /**
   * Forwards a chat action once: an answer lost with the connection is reported as lost.
   *
   * @param isTheirs whether the tab belongs to the signed-in user; a tab cannot act for another user
   */
  ask(tab: Tab, { id, act }: Act, isTheirs: boolean): void {
    if (!isTheirs || this.#waiting.size >= actsMax || !this.#upstream.act(id, act)) {
      tab.post({ kind: 'done', id, answer: null });
      return;
    }
    // An answer goes to one tab; a tab that asked before may ask again.
    const before = this.#waiting.get(id);
    if (before !== undefined && before !== tab) before.post({ kind: 'done', id, answer: null });
    this.#waiting.set(id, tab);
  }

  answered({ id, code, data }: ChatAnswer): void {
    this.#waiting.get(id)?.post({ kind: 'done', id, answer: { code, data } });
    this.#waiting.delete(id);
  }

  /** No answer will come any more. */
  lost(): void {
    for (const [id, tab] of this.#waiting) tab.post({ kind: 'done', id, answer: null });
    this.#waiting.clear();
  }

  /** The tab is gone. */
  forget(tab: Tab): void {
    for (const [id, waiting] of this.#waiting) if (waiting === tab) this.#waiting.delete(id);
  }
}
