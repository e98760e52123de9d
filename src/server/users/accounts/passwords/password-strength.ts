import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { loginPasswordMaxLength, loginPasswordMinLength } from '../../../../protocol/limits.ts';
import {
  isTransactionPasswordForm,
  transactionPasswordWeakness,
  type TransactionPasswordWeakness,
} from '../../../../protocol/transaction-password.ts';

/** Scores go from 0 to 4; below this a password falls to a few million guesses. */
const leastScore = 2;

/** Of a million there are; below this six digits are among the first that anybody tries. */
const leastGuesses = 10_000;

/** Without the search for near misses of whole words, which takes 50 ms of everybody's time per password. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * Whether a login password is long enough, short enough and not too simple (spec point 5).
 *
 * @param personal what the user goes by: name, address, number; a password made of it is too simple
 */
export function isStrongPassword(password: string, personal: readonly string[]): boolean {
  const length = Array.from(password).length;
  if (length < loginPasswordMinLength || length > loginPasswordMaxLength) return false;
  const wording = personal
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((text) => text.length > 2);
  return estimator.check(password, ['dunlin', ...wording]).score >= leastScore;
}

/** Why a transaction password is refused: its form, what the contract's rule finds, what the user goes by, or a list. */
export type TransactionPasswordFault = 'form' | 'personal' | TransactionPasswordWeakness;

/**
 * What makes a transaction password worthless, or null when it is good enough (spec point 5: exactly six digits).
 *
 * @param personal what the user goes by: address, number
 */
export function transactionPasswordFault(
  password: string,
  personal: readonly string[],
): TransactionPasswordFault | null {
  if (!isTransactionPasswordForm(password)) return 'form';
  if (personal.some((text) => text.replaceAll(/\D/g, '').includes(password))) return 'personal';
  const weakness = transactionPasswordWeakness(password);
  if (weakness !== null) return weakness;
  return estimator.check(password, []).guesses < leastGuesses ? 'common' : null;
}
