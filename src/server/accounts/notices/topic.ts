import type { AccountPart, OpenAccounts } from '#server/core/topics/account-part.ts';
import type { AreaTopics } from '#server/core/topics/area-topics.ts';
import type { Notices } from './notices.ts';

/**
 * The number of unread notices of the account topic.
 *
 * @param onFailure called when a count could not be read; the next change retries
 */
export function noticeTopics(
  notices: Pick<Notices, 'unread' | 'onChange'>,
  onFailure: (error: unknown) => void,
): AreaTopics {
  const account: AccountPart<'unread'> = {
    fields: ['unread'],
    load: async (owner) => ({ unread: await notices.unread(owner) }),
    publishTo(accounts) {
      const counts = new UnreadCounts(notices, accounts, onFailure);
      notices.onChange((owner) => void (owner === null ? counts.countEverybody() : counts.count(owner)));
    },
  };
  return { account };
}

/** Counts unread notices of open accounts: changes during a count trigger one more count. */
class UnreadCounts {
  readonly #notices: Pick<Notices, 'unread'>;
  readonly #accounts: OpenAccounts<'unread'>;
  readonly #onFailure: (error: unknown) => void;
  /** Owners whose notices are being counted, and whether they changed again since. */
  readonly #counting = new Map<bigint, { again: boolean }>();

  constructor(notices: Pick<Notices, 'unread'>, accounts: OpenAccounts<'unread'>, onFailure: (error: unknown) => void) {
    this.#notices = notices;
    this.#accounts = accounts;
    this.#onFailure = onFailure;
  }

  async count(owner: bigint): Promise<void> {
    const counting = this.#counting.get(owner);
    if (counting !== undefined) {
      counting.again = true;
      return;
    }
    if (!this.#accounts.has(owner)) return;
    const state = { again: true };
    this.#counting.set(owner, state);
    try {
      while (state.again) {
        state.again = false;
        this.#accounts.changed(owner, { unread: await this.#notices.unread(owner) });
      }
    } catch (error) {
      this.#onFailure(error);
    } finally {
      this.#counting.delete(owner);
    }
  }

  /** After a broadcast accounts are counted one by one, to limit the load on the store. */
  async countEverybody(): Promise<void> {
    for (const owner of this.#accounts.owners()) await this.count(owner);
  }
}
