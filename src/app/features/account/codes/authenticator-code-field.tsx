import { secondFactorMaxLength } from '#protocol/core/limits.ts';
import { TextField } from '#app/ui/controls/TextField.tsx';

interface AuthenticatorCodeFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly error: string | undefined;
  /** What the enter key of the keyboard on the screen says. */
  readonly enterKey: 'go' | 'done';
  readonly onChange: (code: string) => void;
}

/** A code of the authenticator, or a recovery code in its place. */
export function AuthenticatorCodeField({ enterKey, ...field }: AuthenticatorCodeFieldProps) {
  return (
    <TextField
      kind="second-factor"
      {...field}
      name="totp"
      autoComplete="one-time-code"
      autoCapitalize="none"
      enterKeyHint={enterKey}
      limit={secondFactorMaxLength}
      required
    />
  );
}
