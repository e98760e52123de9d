import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { secondFactorProblem } from '#app/features/account/log-in/validation.ts';
import { AuthenticatorCodeField } from '#app/features/account/codes/authenticator-code-field.tsx';

interface SecondFactorFormProps {
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
  const problem = secondFactorProblem(code);
  const said =
    problem === 'authenticatorMissing'
      ? t`Enter the code from your authenticator app.`
      : t`Enter 6 digits, or a recovery code such as abcde-23456-fghij-67234.`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!busy && problem === null) onEntered(code.trim());
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={4}>
        <AuthenticatorCodeField
          label={t`Authenticator code`}
          hint={t`If you do not have your phone, enter a recovery code.`}
          value={code}
          error={tried && problem !== null ? said : (failure ?? undefined)}
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
