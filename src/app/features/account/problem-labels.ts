import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Problem } from './log-in/validation.ts';

/** Message of each field problem. The numbers are those of the product's limits (spec point 9). */
export const problemLabels: Readonly<Record<Problem, MessageDescriptor>> = {
  emailMissing: msg`Enter your email.`,
  emailIncomplete: msg`Enter the full address, such as name@example.com.`,
  phoneMissing: msg`Enter your phone number.`,
  phoneWrong: msg`This is not a mobile number in the selected country.`,
  passwordMissing: msg`Enter a password.`,
  passwordTooShort: msg`Use at least 6 characters.`,
  passwordTooLong: msg`Use at most 18 characters.`,
  passwordsDiffer: msg`The passwords do not match.`,
  digitsMissing: msg`Enter exactly 6 digits.`,
  digitsRun: msg`Sequences are easy to guess. Choose other digits.`,
  digitsRepeat: msg`Repeated digits are easy to guess. Choose others.`,
  digitsDate: msg`This looks like a date, which is easy to guess. Choose other digits.`,
  digitsPersonal: msg`These digits are part of your phone number or email. Choose others.`,
  digitsCommon: msg`These digits are too common. Choose others.`,
  codeMissing: msg`Enter the code from the message.`,
  codeIncomplete: msg`The code has 6 digits.`,
  authenticatorMissing: msg`Enter the code from your authenticator app.`,
  authenticatorMalformed: msg`Enter 6 digits, or a recovery code such as abcde-23456-fghij-67234.`,
  notAgreed: msg`Agree to continue.`,
  nicknameTooShort: msg`Use at least 2 characters.`,
  nicknameTooLong: msg`Use at most 20 characters.`,
  nicknameCharacters: msg`Use letters, digits and spaces only, no symbols.`,
  nicknameMixed: msg`Use letters of one script, such as Latin only.`,
};
