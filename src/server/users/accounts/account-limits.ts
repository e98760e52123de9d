import { hourMs } from '../../../protocol/durations.ts';
import {
  codeGuessesOfContactMax,
  guessWindowMs,
  loginFailureWindowMs,
  loginMaxFailures,
  transactionPasswordMaxFailures,
  transactionPasswordWindowMs,
  verificationCodeMaxAttempts,
  verificationCodesPerHour,
} from '../../../protocol/limits.ts';
import type { AttemptLimit } from '../attempts/attempts.ts';

/** Everything of accounts that is limited by tries (design section 3, safety). */
export interface AccountLimits {
  /** Tries of an account are counted by `guesses.ts`. One address may be a household, an office or a mobile carrier. */
  readonly loginsOfAddress: AttemptLimit;
  /** Wrong transaction passwords: one that is tried over many accounts stops. */
  readonly transactionPasswordsOfAddress: AttemptLimit;
  /** Wrong login passwords of somebody who is logged in and wants to change one. */
  readonly oldPasswordsOfAddress: AttemptLimit;
  readonly passkeyQuestionsOfAddress: AttemptLimit;
  readonly codesToContact: AttemptLimit;
  readonly codesOfAddress: AttemptLimit;
  /** Wrong codes of one contact over all of its codes, so that asking for more of them gains no guesses. */
  readonly guessesOfContact: AttemptLimit;
  readonly guessesOfAddress: AttemptLimit;
  readonly invitationsOfAddress: AttemptLimit;
  readonly practiceAccountsOfAddress: AttemptLimit;
}

/** How many users an address is taken for. */
const usersPerAddress = 6;

/**
 * The limits of a running exchange.
 *
 * @param addressFactor multiplies what one address may do, for exchanges whose users share a few addresses; 1 or more
 */
export function accountLimits(addressFactor: number): AccountLimits {
  const perAddress = (most: number, windowMs: number) => ({ most: most * addressFactor, windowMs });
  return {
    loginsOfAddress: perAddress(loginMaxFailures * usersPerAddress, loginFailureWindowMs),
    transactionPasswordsOfAddress: perAddress(
      transactionPasswordMaxFailures * usersPerAddress,
      transactionPasswordWindowMs,
    ),
    oldPasswordsOfAddress: perAddress(loginMaxFailures * usersPerAddress, transactionPasswordWindowMs),
    // Asking gains nothing: a question is only a row that is swept after minutes.
    passkeyQuestionsOfAddress: perAddress(4 * loginMaxFailures * usersPerAddress, loginFailureWindowMs),
    codesToContact: { most: verificationCodesPerHour, windowMs: hourMs },
    codesOfAddress: perAddress(verificationCodesPerHour * usersPerAddress, hourMs),
    guessesOfContact: { most: codeGuessesOfContactMax, windowMs: guessWindowMs },
    guessesOfAddress: perAddress(verificationCodeMaxAttempts * usersPerAddress, hourMs),
    invitationsOfAddress: perAddress(60, hourMs),
    practiceAccountsOfAddress: perAddress(60, hourMs),
  };
}
