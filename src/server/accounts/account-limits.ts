import {
  codeGuessesOfContactMax,
  guessWindowMs,
  loginFailureWindowMs,
  loginMaxFailures,
  transactionPasswordMaxFailures,
  transactionPasswordWindowMs,
  verificationCodeMaxAttempts,
  verificationCodesPerHour,
} from '../../contract/limits.ts';

/** A number of tries within a window. */
export interface AttemptLimit {
  readonly most: number;
  readonly windowMs: number;
}

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

const hourMs = 3_600_000;
/** How many people an address is taken for. */
const peoplePerAddress = 6;

/**
 * The limits of a running exchange.
 *
 * @param addressFactor multiplies what one address may do, for exchanges whose people share a few addresses; 1 or more
 */
export function accountLimits(addressFactor: number): AccountLimits {
  const perAddress = (most: number, windowMs: number) => ({ most: most * addressFactor, windowMs });
  return {
    loginsOfAddress: perAddress(loginMaxFailures * peoplePerAddress, loginFailureWindowMs),
    transactionPasswordsOfAddress: perAddress(
      transactionPasswordMaxFailures * peoplePerAddress,
      transactionPasswordWindowMs,
    ),
    oldPasswordsOfAddress: perAddress(loginMaxFailures * peoplePerAddress, transactionPasswordWindowMs),
    // Asking gains nothing: a question is only a row that is swept after minutes.
    passkeyQuestionsOfAddress: perAddress(4 * loginMaxFailures * peoplePerAddress, loginFailureWindowMs),
    codesToContact: { most: verificationCodesPerHour, windowMs: hourMs },
    codesOfAddress: perAddress(verificationCodesPerHour * peoplePerAddress, hourMs),
    guessesOfContact: { most: codeGuessesOfContactMax, windowMs: guessWindowMs },
    guessesOfAddress: perAddress(verificationCodeMaxAttempts * peoplePerAddress, hourMs),
    invitationsOfAddress: perAddress(60, hourMs),
    practiceAccountsOfAddress: perAddress(60, hourMs),
  };
}
