import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { loginPasswordMaxLength, loginPasswordMinLength } from '../../contract/limits.ts';

/** Scores go from 0 to 4; below this a password falls to a few million guesses. */
const leastScore = 2;

/** Without the search for near misses of whole words, which takes 50 ms of everybody's time per password. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * Whether a login password is long enough, short enough and not too simple (spec point 5).
 *
 * @param personal what the person goes by: name, address, number; a password made of it is too simple
 */
export function isStrongPassword(password: string, personal: readonly string[]): boolean {
  const length = Array.from(password).length;
  if (length < loginPasswordMinLength || length > loginPasswordMaxLength) return false;
  const words = personal.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((text) => text.length > 2);
  return estimator.check(password, ['dunlin', ...words]).score >= leastScore;
}
