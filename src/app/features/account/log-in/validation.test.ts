import { describe, expect, test } from 'vitest';
import {
  codeProblem,
  confirmationProblem,
  emailProblem,
  newPasswordProblem,
  nicknameProblem,
  phoneProblem,
} from './validation.ts';

describe('email', () => {
  test.each(['a@b.co', ' mai.tran@example.com ', 'x+y@sub.example.org', 'ｍａｉ＠example.com', 'päivi@exämple.fi'])(
    'takes %s',
    (email) => {
      expect(emailProblem(email)).toBeNull();
    },
  );
  test.each(['mai', 'mai@', '@example.com', 'mai@example', 'mai@example.', 'mai@.com', 'a b@example.com', 'a@b@c.de'])(
    'finds %s incomplete',
    (email) => {
      expect(emailProblem(email)).toBe('emailIncomplete');
    },
  );
  test('distinguishes nothing from something', () => {
    expect(emailProblem('  ')).toBe('emailMissing');
    expect(emailProblem(`${'a'.repeat(250)}@b.co`)).toBe('emailIncomplete');
  });
});

describe('phone', () => {
  test.each(['13812345678', '138 1234 5678', '+86 138-1234-5678', '008613812345678'])(
    'takes %s in mainland China',
    (phone) => {
      expect(phoneProblem('CN', phone)).toBeNull();
    },
  );
  test.each(['12812345678', '1381234567', '138123456789', '23812345678'])('refuses %s there', (phone) => {
    expect(phoneProblem('CN', phone)).toBe('phoneWrong');
  });
  test('elsewhere refuses only what no number can be', () => {
    expect(phoneProblem('JP', '090-1234-5678')).toBeNull();
    expect(phoneProblem('US', '(201) 555-0123')).toBeNull();
    expect(phoneProblem('VN', 'abc')).toBe('phoneWrong');
    expect(phoneProblem('VN', '123')).toBe('phoneWrong');
    expect(phoneProblem('VN', '')).toBe('phoneMissing');
  });
});

test('a new password has 6 to 18 characters, counted as the exchange does', () => {
  expect(newPasswordProblem('')).toBe('passwordMissing');
  expect(newPasswordProblem('12345')).toBe('passwordTooShort');
  expect(newPasswordProblem('123456')).toBeNull();
  expect(newPasswordProblem('x'.repeat(18))).toBeNull();
  expect(newPasswordProblem('x'.repeat(19))).toBe('passwordTooLong');
  expect(newPasswordProblem('🦆🦆🦆🦆🦆')).toBe('passwordTooShort');
});

test('the repeated password must be the same to the letter', () => {
  expect(confirmationProblem('Kranich', 'Kranich')).toBeNull();
  expect(confirmationProblem('Kranich', 'kranich')).toBe('passwordsDiffer');
});

test('a code has 6 digits', () => {
  expect(codeProblem('')).toBe('codeMissing');
  expect(codeProblem('12345')).toBe('codeIncomplete');
  expect(codeProblem('12345a')).toBe('codeIncomplete');
  expect(codeProblem(' 123456 ')).toBeNull();
});

test('a nickname has 2 to 20 characters', () => {
  expect(nicknameProblem(' a ')).toBe('nicknameTooShort');
  expect(nicknameProblem('ab')).toBeNull();
  expect(nicknameProblem('a'.repeat(21))).toBe('nicknameTooLong');
});
