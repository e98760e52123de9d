import { useLingui } from '@lingui/react/macro';
import { loginPasswordMaxLength, loginPasswordMinLength } from '../../../contract/limits.ts';
import { TextField } from '../../ui/TextField.tsx';
import { passwordLength } from './validation.ts';

export interface NewPasswordFieldsProps {
  password: string;
  confirmation: string;
  onPassword: (text: string) => void;
  onConfirmation: (text: string) => void;
  passwordError: string | undefined;
  confirmationError: string | undefined;
}

/** What is still missing while a password is typed; whether it is too simple is the exchange's to say. */
function useLengthHint(password: string): string {
  const { t } = useLingui();
  const length = passwordLength(password);
  const missing = loginPasswordMinLength - length;
  const over = length - loginPasswordMaxLength;
  if (length === 0) return t`6 to 18 characters. Easy ones such as 123456 are refused.`;
  if (missing > 0) return t`Characters still needed: ${missing}`;
  if (over > 0) return t`Characters too many: ${over}`;
  return t`Long enough. Easy ones are refused.`;
}

/** A new password, twice. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { t } = useLingui();
  const hint = useLengthHint(props.password);
  return (
    <>
      <TextField
        label={t`New password`}
        type="password"
        name="new-password"
        autoComplete="new-password"
        enterKeyHint="next"
        maxLength={200}
        required
        value={props.password}
        error={props.passwordError}
        hint={hint}
        onChange={props.onPassword}
      />
      <TextField
        label={t`New password again`}
        type="password"
        name="confirm-password"
        autoComplete="new-password"
        enterKeyHint="next"
        maxLength={200}
        required
        value={props.confirmation}
        error={props.confirmationError}
        onChange={props.onConfirmation}
      />
    </>
  );
}
