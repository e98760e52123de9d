import type { CoreDeps } from '../../core/areas/core-deps.ts';
import type { Notices } from '../notices/notices.ts';
import type { Sender } from '../mail/sender.ts';
import type { Transaction } from '../../core/store/database.ts';
import type { AccountLimits } from './account-limits.ts';
import type { SecondFactor } from './second-factor/second-factor.ts';
import type { Sessions } from './sessions.ts';

/** Somebody who just registered. */
export interface NewUser {
  readonly userId: bigint;
  readonly practice: boolean;
  readonly language: string;
  readonly referrer: bigint | null;
}

/**
 * What other areas do when somebody registers, such as funding or a welcome notice. Runs inside the
 * transaction: what it throws undoes the registration.
 *
 * @returns what is to be done after the commit, or null
 */
export type RegistrationStep = (tx: Transaction, user: NewUser) => Promise<(() => void) | null>;

/** What accounts are made of. */
export interface AccountsDeps extends Pick<CoreDeps, 'database' | 'clock'> {
  readonly sessions: Sessions;
  readonly sender: Sender;
  readonly limits: AccountLimits;
  readonly secondFactor: SecondFactor;
  /** Tells users of what changed their account. */
  readonly notices: Pick<Notices, 'send'>;
  readonly mode: 'practice' | 'live';
  /** New withdrawal addresses wait unless their owner switched that off. */
  readonly addressWaitByDefault: boolean;
  /** Whether nobody may register without an invitation. */
  readonly invitationRequired: boolean;
  readonly onRegistered: readonly RegistrationStep[];
}
