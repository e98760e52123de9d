import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { RequestFacts } from '#server/core/handler.ts';
import type { Notices } from '../notices/notices.ts';
import type { Sender } from '../mail/sender.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { AccountLimits } from '../rate-limits/account-limits.ts';
import type { SecondFactor } from './second-factor/second-factor.ts';
import type { Sessions } from './sessions.ts';

/** A newly registered user. */
export interface NewUser {
  readonly userId: bigint;
  readonly practice: boolean;
  readonly language: string;
  readonly referrer: bigint | null;
}

/**
 * What other areas do on registration, such as funding or a welcome notice. Runs inside the transaction: an error rolls
 * the registration back.
 *
 * @returns work to run after the commit, or null
 */
type RegistrationStep = (
  tx: Transaction,
  user: NewUser,
  facts: Pick<RequestFacts, 'address' | 'userAgent'>,
) => Promise<(() => void) | null>;

export interface AccountDeps extends Pick<CoreDeps, 'database' | 'clock'> {
  readonly sessions: Sessions;
  readonly sender: Sender;
  readonly limits: AccountLimits;
  readonly secondFactor: SecondFactor;
  /** Notifies users of changes to their account. */
  readonly notices: Pick<Notices, 'send'>;
  readonly mode: 'practice' | 'live';
  /** New withdrawal addresses wait unless their owner disabled that. */
  readonly addressWaitByDefault: boolean;
  /** Whether registration requires an invitation. */
  readonly invitationRequired: boolean;
  readonly onRegistered: readonly RegistrationStep[];
}
