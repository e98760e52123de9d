import type { ReactNode } from 'react';
import { loginPasswordMaxLength } from '#protocol/core/limits.ts';
import { TextField } from '#app/ui/controls/TextField.tsx';

interface PasswordFieldProps {
  readonly label: string;
  /** The password in use, or a new one with its repetition: keepers of passwords tell them apart. */
  readonly name: 'password' | 'new-password' | 'confirm-password';
  /** What the enter key of the keyboard on the screen says. */
  readonly enterKey: 'go' | 'next';
  readonly value: string;
  readonly error: ReactNode;
  readonly hint?: ReactNode;
  readonly onChange: (password: string) => void;
}

/**
 * Of a generated password: as long as one may be, of what every keyboard has, and no common one.
 *
 * Source: https://developer.apple.com/password-rules/
 */
const generated = `minlength: 12; maxlength: ${loginPasswordMaxLength}; required: lower; required: upper; required: digit; allowed: [-];`;

/** A login password. */
export function PasswordField({ name, enterKey, ...field }: PasswordFieldProps) {
  return (
    <TextField
      kind="password"
      {...field}
      type="password"
      name={name}
      autoComplete={name === 'password' ? 'current-password' : 'new-password'}
      {...(name === 'password' ? {} : { passwordRules: generated })}
      enterKeyHint={enterKey}
      limit={200}
      required
    />
  );
}
