import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import { useSendReason } from '../codes/send-reason.ts';
import { FormFrame, type FormFrameProps } from '../form-frame.tsx';
import { useFormFailures } from './form-failures.ts';
import { fieldOfNewPasswordCode, type NewPassword, newPasswordProblems, useNewPassword } from './new-password.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

interface NewPasswordFormProps extends Pick<FormFrameProps, 'busy' | 'failureAction'> {
  /** Above the fields: what changing it leads to. */
  readonly children: ReactNode;
  /** Sends what was typed; the form shows what is refused. */
  readonly onSubmit: (typed: NewPassword, onError: (error: unknown) => void) => void;
}

/** The last step of changing a login password, after the user has proved to be the owner: the new one, twice. */
export function NewPasswordForm({ busy, failureAction, children, onSubmit }: NewPasswordFormProps) {
  const { t } = useLingui();
  const [typed, change] = useNewPassword();
  const form = useRef<HTMLFormElement>(null);
  const failures = useFormFailures(form, fieldOfNewPasswordCode);
  const reason = useSendReason(t`No connection. Continue when you are back online.`, failures.waitSeconds);
  return (
    <FormFrame
      form={form}
      failure={failures.whole}
      failureAction={failureAction}
      label={<Trans>Change password</Trans>}
      busy={busy}
      busyLabel={t`Sending…`}
      disabledReason={reason}
      onSubmit={() => {
        if (failures.check(newPasswordProblems(typed))) onSubmit(typed, failures.refuse);
      }}
    >
      {children}
      <NewPasswordFields value={typed} failures={failures} onChange={change} />
    </FormFrame>
  );
}
