import { accountFieldNames, type AccountField, type AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import { MergedAccount } from '#protocol/core/stream/account-merge.ts';
import type { AccountPart } from '../core/topics/account-part.ts';
import type { AccountFeed, AccountSource } from '../core/topics/account-source.ts';

/** Changes of one user's account since it was last published. */
class OpenAccount implements AccountFeed {
  readonly #owner: bigint;
  readonly #parts: readonly AccountPart[];
  readonly #leave: (account: OpenAccount) => void;
  readonly #changes = new MergedAccount('changes');
  /** Called when there is something to publish. */
  readonly due: () => void;

  constructor(owner: bigint, parts: readonly AccountPart[], due: () => void, leave: (account: OpenAccount) => void) {
    this.#owner = owner;
    this.#parts = parts;
    this.#leave = leave;
    this.due = due;
  }

  async load(): Promise<AccountUpdate> {
    const snapshot = new MergedAccount('changes');
    // Sequentially: a snapshot holds one store connection at a time.
    for (const part of this.#parts) snapshot.add(await part.load(this.#owner));
    return snapshot.read();
  }

  take(): AccountUpdate | null {
    if (this.#changes.isEmpty) return null;
    const update = this.#changes.read();
    this.#changes.clear();
    return update;
  }

  close(): void {
    this.#leave(this);
  }

  changed(change: Parameters<MergedAccount['add']>[0]): void {
    this.#changes.add(change);
    this.due();
  }
}

/** @throws Error when a field is given by two parts, or by none */
function checkFields(parts: readonly AccountPart[]): void {
  const given = new Set<AccountField>();
  for (const name of parts.flatMap(({ fields }) => fields)) {
    if (given.has(name)) throw new Error(`two areas provide the account's ${name}`);
    given.add(name);
  }
  for (const name of accountFieldNames) if (!given.has(name)) throw new Error(`no area provides the account's ${name}`);
}

/**
 * `account`: what the areas publish of one user. Everything published is committed.
 *
 * @param parts in the order they are read in for a snapshot
 * @param onShown called before an owner is shown something: a snapshot, or a change
 * @throws Error when a field is given by two parts, or by none
 */
export function accountSource(
  parts: readonly AccountPart[],
  onShown: (owner: bigint) => void = () => undefined,
): AccountSource {
  checkFields(parts);
  const open = new Map<bigint, Set<OpenAccount>>();
  const accounts = {
    get isEmpty() {
      return open.size === 0;
    },
    has: (owner: bigint) => open.has(owner),
    owners: () => [...open.keys()],
    changed(owner: bigint, change: Parameters<MergedAccount['add']>[0]) {
      const ofOwner = open.get(owner);
      if (ofOwner === undefined) return;
      onShown(owner);
      for (const account of ofOwner) account.changed(change);
    },
  };
  for (const part of parts) part.publishTo(accounts);

  return {
    open(owner, due) {
      onShown(owner);
      const ofOwner = open.get(owner) ?? new Set();
      open.set(owner, ofOwner);
      const account = new OpenAccount(owner, parts, due, (gone) => {
        ofOwner.delete(gone);
        if (ofOwner.size === 0 && open.get(owner) === ofOwner) open.delete(owner);
      });
      ofOwner.add(account);
      return account;
    },
  };
}
