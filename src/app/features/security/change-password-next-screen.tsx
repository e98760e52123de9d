import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useObservable } from '../../platform/observable.ts';
import { Page } from '../../ui/layout/Page.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useForgottenOnLeave } from '../account/log-in/drafts.ts';
import { useFormFailures } from '../account/log-in/form-failures.ts';
import { fieldOfNewPasswordCode, newPasswordProblems, useNewPassword } from '../account/log-in/new-password.ts';
import { NewPasswordFields } from '../account/log-in/new-password-fields.tsx';
import { useSendReason } from '../account/codes/send-reason.ts';
import { useSavePassword } from './mutations.ts';
import { loginPasswordProof, loginPasswordSteps, type PasswordProof } from './proof/proof-draft.ts';
import css from './security.module.css';
import { FormFrame } from '../account/form-frame.tsx';

const firstPath = '/pages/mine/modifyPwd';

/** Changing the login password, second step: the new one. Without a proof in hand it leads back to the first. */
export function ChangePasswordNextScreen() {
  const { t } = useLingui();
  const proof = useObservable(loginPasswordProof);
  // It is forgotten with the screen, which is still there for a moment.
  const [given] = useState(proof);
  if (given === null) return <Navigate to={firstPath} replace />;
  return (
    <Page title={t`New login password`}>
      <NextForm proof={given} />
    </Page>
  );
}

function NextForm({ proof }: { proof: PasswordProof }) {
  const { t } = useLingui();
  const router = useRouter();
  const [typed, change] = useNewPassword();
  const form = useRef<HTMLFormElement>(null);
  const failures = useFormFailures(form, fieldOfNewPasswordCode);
  const keep = useSavePassword(false);
  const reason = useSendReason(t`No connection. Continue when you are back online.`, failures.waitSeconds);
  useForgottenOnLeave(loginPasswordSteps, firstPath);

  const submit = () => {
    if (!failures.check(newPasswordProblems(typed))) return;
    keep.mutate(
      { kind: 'login', proof: () => Promise.resolve(proof), ...typed },
      {
        onSuccess: () => {
          toast.show({
            type: 'success',
            title: t`Login password changed`,
            detail: t`Other devices are logged out. Withdrawals are on hold for 24 hours.`,
          });
          void router.navigate({ to: '/pages/mine/security', replace: true });
        },
        onError: failures.refuse,
      },
    );
  };
  return (
    <FormFrame
      form={form}
      failure={failures.whole}
      failureAction={{ label: t`Back`, onAction: () => router.history.back() }}
      label={<Trans>Change password</Trans>}
      busy={keep.isPending}
      busyLabel={t`Sending…`}
      disabledReason={reason}
      onSubmit={submit}
    >
      <p className={css['lede']}>
        <Trans>All other devices are logged out, and withdrawals are on hold for 24 hours.</Trans>
      </p>
      <NewPasswordFields value={typed} failures={failures} onChange={change} />
    </FormFrame>
  );
}
