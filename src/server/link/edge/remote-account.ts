import type { AccountUpdate } from '../../../protocol/stream/account-fields.ts';
import { MergedAccount } from '../../../protocol/stream/account-merge.ts';
import { StoreUnavailable } from '../../core/failures/store-unavailable.ts';
import type { AccountFeed } from '../../core/topics/account-source.ts';
import type { Delta } from '../wire/operations.ts';

/** What a remote account is given to work with. */
export interface RemoteAccountDeps {
  /** Opens the account at the engine, which then publishes its changes. */
  readonly open: () => Promise<{ readonly epoch: string; readonly seq: number }>;
  /** Reads the full state at the engine. */
  readonly load: () => Promise<AccountUpdate>;
  /** Called when there is something to publish to the user's sockets. */
  readonly due: () => void;
  readonly leave: () => void;
}

/**
 * The account topic of one user at an edge. Changes are merged until they are taken; after a gap they are ignored, and
 * `restarts` asks for the full state, whose reading opens the account again.
 */
export class RemoteAccount implements AccountFeed {
  readonly #deps: RemoteAccountDeps;
  readonly #changes = new MergedAccount('changes');
  #epoch: string | null = null;
  #received = 0;
  #isBroken = false;

  constructor(deps: RemoteAccountDeps) {
    this.#deps = deps;
  }

  /** The epoch and the number that were received last, for the lease; null while nothing is followed. */
  get position(): { readonly epoch: string; readonly seq: number } | null {
    return this.#epoch === null ? null : { epoch: this.#epoch, seq: this.#received };
  }

  hear({ epoch, seq, data }: Delta): void {
    if (this.#epoch === null) return;
    if (epoch === this.#epoch && seq <= this.#received) return;
    if (epoch !== this.#epoch || seq !== this.#received + 1 || typeof data !== 'object' || data === null) {
      this.restart();
      return;
    }
    this.#received = seq;
    this.#changes.add(data);
    this.#deps.due();
  }

  /** Something was missed: the full state is needed. */
  restart(): void {
    this.#epoch = null;
    this.#isBroken = true;
    this.#deps.due();
  }

  /** Another engine is followed: nothing is taken until the full state was read, which its owner sees to. */
  forget(): void {
    this.#epoch = null;
  }

  restarts(): boolean {
    const isBroken = this.#isBroken;
    this.#isBroken = false;
    return isBroken;
  }

  async load(): Promise<AccountUpdate> {
    try {
      if (this.#epoch === null) {
        const { epoch, seq } = await this.#deps.open();
        this.#epoch = epoch;
        this.#received = seq;
      }
      const epoch = this.#epoch;
      const state = await this.#deps.load();
      // No change that follows this state would be taken.
      if (this.#epoch !== epoch) throw new StoreUnavailable('the account has to be opened again');
      return state;
    } catch (error) {
      // The engine may have closed it: the next attempt opens it again.
      this.#epoch = null;
      throw error;
    }
  }

  take(): AccountUpdate | null {
    if (this.#changes.isEmpty) return null;
    const update = this.#changes.read();
    this.#changes.clear();
    return update;
  }

  close(): void {
    this.#epoch = null;
    this.#deps.leave();
  }
}
