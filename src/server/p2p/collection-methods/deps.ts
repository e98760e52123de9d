import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { SecretBox } from '#server/core/secrets/secret-box.ts';
import type { Files } from '#server/accounts/files/files.ts';

export interface CollectionMethodsDeps extends Pick<CoreDeps, 'database' | 'clock'> {
  readonly files: Pick<Files, 'use'>;
  /** Encrypts account details; null in live mode without a key, where none are taken. */
  readonly secrets: SecretBox | null;
  /** Whether listed adverts need a method: then it cannot be removed. */
  readonly isNeeded: (tx: Pick<Transaction, 'client'>, owner: bigint, method: bigint) => Promise<boolean>;
}
