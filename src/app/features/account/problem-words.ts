import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Problem } from './validation.ts';

/** What each problem of a field is in words. The numbers are those of the product's limits (spec point 9). */
export const problemWords: Readonly<Record<Problem, MessageDescriptor>> = {
  emailMissing: msg`Enter your email.`,
  emailIncomplete: msg`Enter the complete address, as in name@example.com.`,
  phoneMissing: msg`Enter your phone number.`,
  phoneWrong: msg`This is not a mobile number of the chosen country.`,
  passwordMissing: msg`Enter a password.`,
  passwordTooShort: msg`Use at least 6 characters.`,
  passwordTooLong: msg`Use at most 18 characters.`,
  passwordsDiffer: msg`The two passwords differ.`,
  codeMissing: msg`Enter the code from the message.`,
  codeIncomplete: msg`The code has 6 digits.`,
  notAgreed: msg`Agree to go on.`,
  nicknameTooShort: msg`Use at least 2 characters.`,
  nicknameTooLong: msg`Use at most 20 characters.`,
};
