import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useObservable } from '#app/platform/observable.ts';
import { Page } from '#app/ui/layout/Page.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { useForgottenOnLeave } from '../account/log-in/drafts.ts';
import type { NewPassword } from '../account/log-in/new-password.ts';
import { NewPasswordForm } from '../account/log-in/new-password-form.tsx';
import { useSavePassword } from './mutations.ts';
import { loginPasswordProof, loginPasswordSteps, type PasswordProof } from './proof/proof-draft.ts';
import css from './security.module.css';

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
  const keep = useSavePassword(false);
  useForgottenOnLeave(loginPasswordSteps, firstPath);

  const submit = (typed: NewPassword, onError: (error: unknown) => void) =>
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
        onError,
      },
    );
  return (
    <NewPasswordForm
      busy={keep.isPending}
      failureAction={{ label: t`Back`, onAction: () => router.history.back() }}
      onSubmit={submit}
    >
      <p className={css['lede']}>
        <Trans>All other devices are logged out, and withdrawals are on hold for 24 hours.</Trans>
      </p>
    </NewPasswordForm>
  );
}
