import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { SubmitButton } from '../../../ui/forms/SubmitButton.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { AuthenticatorCodeField } from '../../account/codes/authenticator-code-field.tsx';

export interface SecondFactorFormProps {
  /** Why it is asked again. */
  readonly failure: string | null;
  readonly busy: boolean;
  readonly onEntered: (code: string) => void;
}

/** Asks for a code of the authenticator, after a right password. */
export function SecondFactorForm({ failure, busy, onEntered }: SecondFactorFormProps) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!busy && code.trim() !== '') onEntered(code.trim());
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={4}>
        <AuthenticatorCodeField
          label={t`Authenticator code`}
          hint={t`If you do not have your phone, enter a recovery code.`}
          value={code}
          error={tried && code.trim() === '' ? t`Enter the code from your authenticator app.` : (failure ?? undefined)}
          enterKey="done"
          onChange={setCode}
        />
        <SubmitButton busy={busy} busyLabel={t`Checking…`}>
          <Trans>Confirm</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}
