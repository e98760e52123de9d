import { useLingui } from '@lingui/react/macro';
import { loginPasswordMaxLength, loginPasswordMinLength } from '#protocol/core/limits.ts';
import type { FormFailures } from './form-failures.ts';
import type { NewPassword, NewPasswordField } from './new-password.ts';
import { passwordLength } from './validation.ts';
import { PasswordField } from '../password-field.tsx';

interface NewPasswordFieldsProps {
  value: NewPassword;
  /** Those of the form, which may have other fields as well. */
  failures: Pick<FormFailures<NewPasswordField>, 'of' | 'touch'>;
  onChange: (change: Partial<NewPassword>) => void;
  /** Another field follows: the key of the keyboard then leads there. */
  more?: boolean;
}

/** What is still missing while a password is typed; whether it is too simple is the exchange's to say. */
function useLengthHint(password: string): string {
  const { t } = useLingui();
  const length = passwordLength(password);
  const missing = loginPasswordMinLength - length;
  const over = length - loginPasswordMaxLength;
  if (length === 0) return t`6 to 18 characters. Simple passwords such as 123456 are not accepted.`;
  if (missing > 0) return t`Characters still needed: ${missing}`;
  if (over > 0) return t`Characters too many: ${over}`;
  return t`Long enough. Simple passwords are not accepted.`;
}

/** A new password, twice. */
export function NewPasswordFields({ value, failures, onChange, more = false }: NewPasswordFieldsProps) {
  const { t } = useLingui();
  const hint = useLengthHint(value.password);
  return (
    <>
      <PasswordField
        label={t`New password`}
        name="new-password"
        enterKey="next"
        value={value.password}
        error={failures.of('password')}
        hint={hint}
        onChange={(password) => {
          onChange({ password });
          failures.touch('password');
        }}
      />
      <PasswordField
        label={t`Confirm new password`}
        name="confirm-password"
        enterKey={more ? 'next' : 'go'}
        value={value.confirmation}
        error={failures.of('confirmation')}
        onChange={(confirmation) => {
          onChange({ confirmation });
          failures.touch('confirmation');
        }}
      />
    </>
  );
}
