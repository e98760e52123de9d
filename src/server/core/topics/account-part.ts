import type { AccountChange, AccountField } from '../../../protocol/stream/account-fields.ts';

/** The users whose account topic somebody holds. */
export interface OpenAccounts<Name extends AccountField = AccountField> {
  /** Whether nobody's is open: then nothing needs to be worked out. */
  readonly isEmpty: boolean;
  has(owner: bigint): boolean;
  owners(): readonly bigint[];
  /** Hands on what changed, after its commit; nothing happens where the owner's topic is not open. */
  changed(owner: bigint, change: AccountChange<Name>): void;
}

/** The fields of the account topic that one area gives. */
export interface AccountPart<Name extends AccountField = AccountField> {
  readonly fields: readonly Name[];
  /** Its part of a snapshot. Changes that commit meanwhile are published as well. */
  load(owner: bigint): AccountChange<Name> | Promise<AccountChange<Name>>;
  /** From now on every committed change of an open account is handed to `accounts`. Called once. */
  publishTo(accounts: OpenAccounts<Name>): void;
}
