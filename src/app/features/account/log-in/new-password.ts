import { useState } from 'react';
import { codes } from '#protocol/core/codes.ts';
import { confirmationProblem, newPasswordProblem, type Problem } from './validation.ts';

/** A new login password as a form holds it: twice, so that a slip is seen. */
export interface NewPassword {
  readonly password: string;
  readonly confirmation: string;
}

export type NewPasswordField = keyof NewPassword;

/** Which of the two each refusal is about. */
export const fieldOfNewPasswordCode = {
  [codes.enterPassword]: 'password',
  [codes.passwordsDiffer]: 'confirmation',
} as const;

/** What is wrong with each of the two, or null. */
export function newPasswordProblems({ password, confirmation }: NewPassword): Record<NewPasswordField, Problem | null> {
  return { password: newPasswordProblem(password), confirmation: confirmationProblem(password, confirmation) };
}

/** A new password that is forgotten with its form, and how to change a part of it. */
export function useNewPassword(): [NewPassword, (change: Partial<NewPassword>) => void] {
  const [value, setValue] = useState<NewPassword>({ password: '', confirmation: '' });
  return [value, (change) => setValue((before) => ({ ...before, ...change }))];
}
