import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Page } from '#app/ui/layout/Page.tsx';
import { useForgottenOnLeave } from '../account/log-in/drafts.ts';
import { useSendReason } from '../account/codes/send-reason.ts';
import { loginPasswordProof, loginPasswordSteps, type PasswordProof } from './proof/proof-draft.ts';
import { ForgottenProof, ProofFields } from './proof/proof-fields.tsx';
import { type Checks } from './proof/proof.ts';
import css from './security.module.css';
import { WithChecks } from './proof/with-checks.tsx';
import { FormFrame } from '../account/form-frame.tsx';
import { useProofForm } from './proof/proof-form.ts';

const nextPath = '/pages/mine/modifyPwdNext';

/** Changing the login password, first step: the old one, or a code to a contact. */
export function ChangePasswordScreen() {
  const { t } = useLingui();
  return (
    <Page title={t`Change login password`}>
      <WithChecks rows={2}>{(checks) => <ProofStep checks={checks} />}</WithChecks>
    </Page>
  );
}

function ProofStep({ checks }: { checks: Checks }) {
  const [isSet] = useState(checks.loginPassword);
  return isSet ? <ProofForm checks={checks} /> : <Navigate to="/pages/mine/setPwd" replace />;
}

function ProofForm({ checks }: { checks: Checks }) {
  const { t } = useLingui();
  const router = useRouter();
  const { form, failures, proof } = useProofForm(checks, true);
  const prove = useMutation({ mutationFn: (give: () => Promise<PasswordProof>) => give(), meta: { quiet: true } });
  const reason = useSendReason(t`No connection. Continue when you are back online.`, failures.waitSeconds);
  useForgottenOnLeave(loginPasswordSteps, nextPath);

  const submit = () => {
    if (!failures.check({ proof: proof.problem() })) return;
    prove.mutate(proof.give, {
      onSuccess: (given) => {
        loginPasswordProof.set(given);
        void router.navigate({ to: nextPath });
      },
      onError: failures.refuse,
    });
  };
  return (
    <FormFrame
      form={form}
      failure={failures.whole}
      label={<Trans>Next</Trans>}
      busy={prove.isPending}
      busyLabel={t`Checking…`}
      disabledReason={reason}
      onSubmit={submit}
    >
      <p className={css['lede']}>
        <Trans>First confirm that the account is yours.</Trans>
      </p>
      <ProofFields proof={proof} password="login" failures={failures} />
      <ForgottenProof proof={proof} />
    </FormFrame>
  );
}
