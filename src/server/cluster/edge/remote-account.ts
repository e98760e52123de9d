import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import { MergedAccount } from '#protocol/core/stream/account-merge.ts';
import { StoreUnavailable } from '#server/core/failures/store-unavailable.ts';
import type { AccountFeed } from '#server/core/topics/account-source.ts';
import type { Delta } from '../bus/operations.ts';
import { FollowedSequence, type Position } from './followed-sequence.ts';

interface RemoteAccountDeps {
  /** Opens the account at the engine, which then publishes its changes. */
  readonly open: () => Promise<Position>;
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
  readonly #sequence = new FollowedSequence();

  constructor(deps: RemoteAccountDeps) {
    this.#deps = deps;
  }

  get position(): Position | null {
    return this.#sequence.position;
  }

  hear(delta: Delta): void {
    const { data } = delta;
    const is = this.#sequence.advance(delta);
    if (is === 'known') return;
    if (is === 'gap' || typeof data !== 'object' || data === null) {
      this.restart();
      return;
    }
    this.#changes.add(data);
    this.#deps.due();
  }

  /** Something was missed: the full state is needed. */
  restart(): void {
    this.#sequence.forget();
    this.#sequence.break();
    this.#deps.due();
  }

  /** Another engine is followed: nothing is taken until the full state was read, which its owner sees to. */
  forget(): void {
    this.#sequence.forget();
  }

  restarts(): boolean {
    return this.#sequence.takeBroken();
  }

  async load(): Promise<AccountUpdate> {
    try {
      if (this.position === null) this.#sequence.follow(await this.#deps.open());
      const epoch = this.position?.epoch;
      const state = await this.#deps.load();
      // No change that follows this state would be taken.
      if (this.position?.epoch !== epoch) throw new StoreUnavailable('the account has to be opened again');
      return state;
    } catch (error) {
      // The engine may have closed it: the next attempt opens it again.
      this.#sequence.forget();
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
    this.#sequence.forget();
    this.#deps.leave();
  }
}
