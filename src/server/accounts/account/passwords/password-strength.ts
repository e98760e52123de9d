import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { loginPasswordMaxLength, loginPasswordMinLength } from '#protocol/core/limits.ts';
import {
  isTransactionPasswordForm,
  transactionPasswordWeakness,
  type TransactionPasswordWeakness,
} from '#protocol/accounts/transaction-password.ts';

/** Scores go from 0 to 4; below this a password falls to a few million guesses. */
const leastScore = 2;

/** Rank among a million; six digits below this are among the first that attackers try. */
const leastGuesses = 10_000;

let estimator: Promise<ZxcvbnFactory> | null = null;

/** Loads what estimates passwords: a fifth of the processor time of a start, so that none waits for it. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= import('./password-estimator.ts').then((loaded) => loaded.passwordEstimator);
  return estimator;
}

/**
 * Whether a login password is long enough, short enough and not too simple (spec point 5).
 *
 * @param personal the user's name, address and number; a password based on them is too simple
 */
export async function isStrongPassword(password: string, personal: readonly string[]): Promise<boolean> {
  const length = Array.from(password).length;
  if (length < loginPasswordMinLength || length > loginPasswordMaxLength) return false;
  const wording = personal
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((text) => text.length > 2);
  return (await loadEstimator()).check(password, ['dunlin', ...wording]).score >= leastScore;
}

/** Why a transaction password is refused: form, weakness rule, personal data, or common-password list. */
export type TransactionPasswordFault = 'form' | 'personal' | TransactionPasswordWeakness;

/**
 * Why a transaction password is too weak, or null when it is acceptable (spec point 5: exactly six digits).
 *
 * @param personal the user's address and number
 */
export async function transactionPasswordFault(
  password: string,
  personal: readonly string[],
): Promise<TransactionPasswordFault | null> {
  if (!isTransactionPasswordForm(password)) return 'form';
  if (personal.some((text) => text.replaceAll(/\D/g, '').includes(password))) return 'personal';
  const weakness = transactionPasswordWeakness(password);
  if (weakness !== null) return weakness;
  return (await loadEstimator()).check(password, []).guesses < leastGuesses ? 'common' : null;
}
