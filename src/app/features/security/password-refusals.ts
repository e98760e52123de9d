import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { fieldOfNewPasswordCode, type NewPasswordField } from '../account/log-in/new-password.ts';
import type { Problem } from '../account/log-in/validation.ts';

export type PasswordField = 'proof' | NewPasswordField;

/** Which field of a password form each refusal is about. */
export const fieldOfPasswordCode = {
  ...fieldOfNewPasswordCode,
  [codes.loginPasswordWrong]: 'proof',
  [codes.oldPasswordWrong]: 'proof',
  [codes.transactionPasswordWrong]: 'proof',
  [codes.enterCode]: 'proof',
  [codes.codeWrong]: 'proof',
  [codes.verificationExpired]: 'proof',
  [codes.sendFailed]: 'proof',
} as const;

const problemOfReason: Readonly<Record<string, Problem>> = {
  form: 'digitsMissing',
  run: 'digitsRun',
  repeat: 'digitsRepeat',
  date: 'digitsDate',
  personal: 'digitsPersonal',
  common: 'digitsCommon',
};

/** Why the exchange finds a transaction password too weak; null when that is not what it said. */
export function weaknessOf(error: unknown): Problem | null {
  if (!(error instanceof ApiRefusal) || error.code !== codes.enterPassword) return null;
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('reason' in data)) return null;
  return typeof data.reason === 'string' ? (problemOfReason[data.reason] ?? null) : null;
}
