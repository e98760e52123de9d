import type { ReactNode } from 'react';
import { TextField } from '../../ui/controls/TextField.tsx';

export interface PasswordFieldProps {
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

/** A login password. */
export function PasswordField({ name, enterKey, ...field }: PasswordFieldProps) {
  return (
    <TextField
      {...field}
      type="password"
      name={name}
      autoComplete={name === 'password' ? 'current-password' : 'new-password'}
      enterKeyHint={enterKey}
      maxLength={200}
      required
    />
  );
}
