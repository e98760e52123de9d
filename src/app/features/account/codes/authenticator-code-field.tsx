import { useLingui } from '@lingui/react/macro';
import { secondFactorMaxLength } from '../../../../protocol/limits.ts';
import { TextField } from '../../../ui/controls/TextField.tsx';

export interface AuthenticatorCodeFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  /** What the enter key of the keyboard on the screen says. */
  readonly enterKey: 'go' | 'done';
  readonly onChange: (code: string) => void;
}

/** A code of the authenticator, or a recovery code in its place. */
export function AuthenticatorCodeField({ value, error, enterKey, onChange }: AuthenticatorCodeFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Authenticator code`}
      name="totp"
      autoComplete="one-time-code"
      autoCapitalize="none"
      enterKeyHint={enterKey}
      maxLength={secondFactorMaxLength}
      required
      value={value}
      error={error}
      hint={t`If you do not have your phone, enter a recovery code.`}
      onChange={onChange}
    />
  );
}
