import { hourMs } from '#protocol/core/durations.ts';
import {
  codeGuessesOfContactMax,
  guessWindowMs,
  loginFailureWindowMs,
  loginMaxFailures,
  transactionPasswordMaxFailures,
  transactionPasswordWindowMs,
  verificationCodeMaxAttempts,
  verificationCodesPerHour,
} from '#protocol/core/limits.ts';
import type { RateLimit } from './rate-limit.ts';

/** Rate limits of accounts: log-ins, passwords, PINs and codes by address and contact (design section 3, safety). */
export interface AccountLimits {
  /**
   * Attempts on an account are counted by `lockout.ts`. One address may be a household, an office or a mobile carrier.
   */
  readonly loginsOfAddress: RateLimit;
  /** Wrong transaction passwords per address: stops trying one over many accounts. */
  readonly transactionPasswordsOfAddress: RateLimit;
  /** Wrong login passwords of a logged-in user changing one. */
  readonly oldPasswordsOfAddress: RateLimit;
  readonly passkeyQuestionsOfAddress: RateLimit;
  readonly codesToContact: RateLimit;
  readonly codesOfAddress: RateLimit;
  /** Wrong codes of one contact over all of its codes, so that requesting more codes gains no guesses. */
  readonly guessesOfContact: RateLimit;
  readonly guessesOfAddress: RateLimit;
  readonly invitationsOfAddress: RateLimit;
  readonly practiceAccountsOfAddress: RateLimit;
}

/** Number of users assumed behind one address. */
const usersPerAddress = 6;

/**
 * The limits of a running exchange.
 *
 * @param addressFactor multiplies the limits per address, for exchanges whose users share a few addresses; 1 or more
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
    // Requesting a challenge gains nothing: it is only a row that is removed after minutes.
    passkeyQuestionsOfAddress: perAddress(4 * loginMaxFailures * usersPerAddress, loginFailureWindowMs),
    codesToContact: { most: verificationCodesPerHour, windowMs: hourMs },
    codesOfAddress: perAddress(verificationCodesPerHour * usersPerAddress, hourMs),
    guessesOfContact: { most: codeGuessesOfContactMax, windowMs: guessWindowMs },
    guessesOfAddress: perAddress(verificationCodeMaxAttempts * usersPerAddress, hourMs),
    invitationsOfAddress: perAddress(60, hourMs),
    practiceAccountsOfAddress: perAddress(60, hourMs),
  };
}
