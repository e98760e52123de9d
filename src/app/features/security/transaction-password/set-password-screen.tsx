import { Trans, useLingui } from '@lingui/react/macro';
import { Link, Navigate } from '@tanstack/react-router';
import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import { useGoBack } from '#app/platform/device/back.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { useForgottenOnLeave } from '#app/features/account/log-in/drafts.ts';
import { newPasswordProblems, useNewPassword } from '#app/features/account/log-in/new-password.ts';
import { NewPasswordFields } from '#app/features/account/log-in/new-password-fields.tsx';
import { useSendReason } from '#app/features/account/codes/send-reason.ts';
import { useSavePassword } from '../mutations.ts';
import { proofDraft } from '../proof/proof-draft.ts';
import { ProofFields } from '../proof/proof-fields.tsx';
import { type Checks } from '../proof/proof.ts';
import css from '../security.module.css';
import { WithChecks } from '../proof/with-checks.tsx';
import { FormFrame } from '#app/features/account/form-frame.tsx';
import { useProofForm } from '../proof/proof-form.ts';

/** The first login password of an account that was made with one tap. */
export function SetPasswordScreen() {
  const { t } = useLingui();
  return (
    <Page title={t`Set login password`}>
      <WithChecks rows={3}>{(checks) => <FirstPassword checks={checks} />}</WithChecks>
    </Page>
  );
}

function FirstPassword({ checks }: { checks: Checks }) {
  const { t } = useLingui();
  // As it was when the user came: what they do here must not send them on.
  const [wasSet] = useState(checks.loginPassword);
  if (wasSet) return <Navigate to="/pages/mine/modifyPwd" replace />;
  if (checks.email === null && checks.phone === null) {
    return (
      <EmptyState
        icon={MailPlus}
        title={t`Link an email or phone first`}
        text={t`You log in with it, and a code sent to it proves that you are the owner.`}
        action={
          <Button kind="primary" render={(link) => <Link to="/pages/mine/bondEmailOrPhone" {...link} />}>
            <Trans>Link email</Trans>
          </Button>
        }
      />
    );
  }
  return <FirstPasswordForm checks={checks} />;
}

function FirstPasswordForm({ checks }: { checks: Checks }) {
  const { t } = useLingui();
  const goBack = useGoBack();
  const [typed, change] = useNewPassword();
  const { form, failures, proof } = useProofForm(checks, false);
  const keep = useSavePassword(true);
  const reason = useSendReason(t`No connection. Continue when you are back online.`, failures.waitSeconds);
  useForgottenOnLeave(proofDraft);

  const submit = () => {
    if (!failures.check({ proof: proof.problem(), ...newPasswordProblems(typed) })) return;
    keep.mutate(
      { kind: 'login', proof: proof.give, ...typed },
      {
        onSuccess: () => {
          toast.show({ type: 'success', title: t`Login password set` });
          goBack();
        },
        onError: (error) => {
          proof.refused(error);
          failures.refuse(error);
        },
      },
    );
  };
  return (
    <FormFrame
      form={form}
      failure={failures.whole}
      label={<Trans>Set password</Trans>}
      busy={keep.isPending}
      busyLabel={t`Sending…`}
      disabledReason={reason}
      onSubmit={submit}
    >
      <p className={css['lede']}>
        <Trans>You can log in with it on any device.</Trans>
      </p>
      <ProofFields proof={proof} password="login" failures={failures} />
      <NewPasswordFields value={typed} failures={failures} onChange={change} />
    </FormFrame>
  );
}
