import { isTransactionPasswordForm, transactionPasswordWeakness } from '#protocol/accounts/transaction-password.ts';
import {
  emailMaxLength,
  loginPasswordMaxLength,
  loginPasswordMinLength,
  mobileNumberPattern,
  verificationCodeLength,
} from '#protocol/core/limits.ts';

import { codeInText, secondFactorInText } from '#protocol/core/text/one-time-code.ts';
import { nicknameFault } from '#protocol/core/text/nickname.ts';
import { plainText } from '#protocol/core/text/plain-text.ts';
import { typedAs } from '#protocol/core/text/typed-text.ts';

/** What the page itself finds wrong with a field; `problem-labels.ts` has the messages. */
export type Problem =
  | 'emailMissing'
  | 'emailIncomplete'
  | 'phoneMissing'
  | 'phoneWrong'
  | 'passwordMissing'
  | 'passwordTooShort'
  | 'passwordTooLong'
  | 'passwordsDiffer'
  | 'digitsMissing'
  | 'digitsRun'
  | 'digitsRepeat'
  | 'digitsDate'
  | 'digitsPersonal'
  | 'digitsCommon'
  | 'codeMissing'
  | 'codeIncomplete'
  | 'authenticatorMissing'
  | 'authenticatorMalformed'
  | 'notAgreed'
  | 'nicknameTooShort'
  | 'nicknameTooLong'
  | 'nicknameCharacters'
  | 'nicknameMixed';

/** A complete address has something before the at-sign and a domain with a dot after it (spec point 5). */
const completeEmail = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.]{2,}$/;

/** Shortest and longest national numbers there are; the exchange knows each country's own plan. */
const phoneDigits = /^\d{4,15}$/;

/** What is wrong with an email, or null. */
export function emailProblem(text: string): Problem | null {
  const email = typedAs('email', text).normalize('NFKC');
  if (email === '') return 'emailMissing';
  return email.length <= emailMaxLength && completeEmail.test(email) ? null : 'emailIncomplete';
}

/**
 * What is wrong with a phone number of a country, or null: mainland China by the product's rule (spec point 5), other
 * countries only by what no number can be.
 *
 * @param country ISO 3166 alpha-2
 */
export function phoneProblem(country: string, text: string): Problem | null {
  const number = typedAs('phone', text);
  if (number === '') return 'phoneMissing';
  if (country === 'CN') return mobileNumberPattern.test(number.replace(/^\+86/, '')) ? null : 'phoneWrong';
  return phoneDigits.test(number.replace(/^\+/, '')) ? null : 'phoneWrong';
}

/** Length of a password as the exchange counts it: characters, not the halves some are stored in. */
export function passwordLength(password: string): number {
  return Array.from(password).length;
}

/** What is wrong with a new password, or null. Whether it is too simple is the exchange's to say. */
export function newPasswordProblem(password: string): Problem | null {
  const length = passwordLength(password);
  if (length === 0) return 'passwordMissing';
  if (length < loginPasswordMinLength) return 'passwordTooShort';
  return length > loginPasswordMaxLength ? 'passwordTooLong' : null;
}

/** What is wrong with the repeated password, or null. */
export function confirmationProblem(password: string, confirmation: string): Problem | null {
  return password === confirmation ? null : 'passwordsDiffer';
}

const weaknessProblems = {
  run: 'digitsRun',
  repeat: 'digitsRepeat',
  date: 'digitsDate',
  common: 'digitsCommon',
} as const;

/** What is wrong with a new transaction password, or null. The exchange also knows lists of common ones. */
export function transactionPasswordProblem(text: string): Problem | null {
  if (!isTransactionPasswordForm(text)) return 'digitsMissing';
  const weakness = transactionPasswordWeakness(text);
  return weakness === null ? null : weaknessProblems[weakness];
}

/** What is wrong with a verification code, or null. */
export function codeProblem(text: string): Problem | null {
  if (text.trim() === '') return 'codeMissing';
  return codeInText(text, verificationCodeLength) === null ? 'codeIncomplete' : null;
}

/** What is wrong with the code of an authenticator, or one that stands for it, or null. */
export function secondFactorProblem(text: string): Problem | null {
  if (text.trim() === '') return 'authenticatorMissing';
  return secondFactorInText(text, verificationCodeLength) === null ? 'authenticatorMalformed' : null;
}

const nicknameProblems = {
  'too-short': 'nicknameTooShort',
  'too-long': 'nicknameTooLong',
  characters: 'nicknameCharacters',
  'mixed-scripts': 'nicknameMixed',
} as const;

/** What is wrong with a nickname, or null. Whether it looks like another one is the exchange's to say. */
export function nicknameProblem(text: string): Problem | null {
  const fault = nicknameFault(plainText(text, 'line'));
  return fault === null ? null : nicknameProblems[fault];
}
