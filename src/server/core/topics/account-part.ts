import type { AccountChange, AccountField } from '#protocol/core/stream/account-fields.ts';

/** The users whose account topic is subscribed. */
export interface OpenAccounts<Name extends AccountField = AccountField> {
  /** Whether none is open: then nothing needs to be computed. */
  readonly isEmpty: boolean;
  has(owner: bigint): boolean;
  owners(): readonly bigint[];
  /** Publishes a change after its commit; does nothing when the owner's topic is not open. */
  changed(owner: bigint, change: AccountChange<Name>): void;
}

/** The fields of the account topic that one area provides. */
export interface AccountPart<Name extends AccountField = AccountField> {
  readonly fields: readonly Name[];
  /** Its part of a snapshot. Changes committed meanwhile are published as well. */
  load(owner: bigint): AccountChange<Name> | Promise<AccountChange<Name>>;
  /** From now on every committed change of an open account is passed to `accounts`. Called once. */
  publishTo(accounts: OpenAccounts<Name>): void;
}
