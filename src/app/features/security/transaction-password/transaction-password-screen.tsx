import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useGoBack } from '#app/platform/device/back.ts';
import { OtpField } from '#app/ui/controls/OtpField.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { useForgottenOnLeave } from '#app/features/account/log-in/drafts.ts';
import { useSendReason } from '#app/features/account/codes/send-reason.ts';
import { confirmationProblem, transactionPasswordProblem } from '#app/features/account/log-in/validation.ts';
import { useSavePassword } from '../mutations.ts';
import { proofDraft } from '../proof/proof-draft.ts';
import { weaknessOf } from '../password-refusals.ts';
import { ForgottenProof, ProofFields } from '../proof/proof-fields.tsx';
import { type Checks } from '../proof/proof.ts';
import { useProofForm } from '../proof/proof-form.ts';
import css from '../security.module.css';
import { WithChecks } from '../proof/with-checks.tsx';
import { FormFrame } from '#app/features/account/form-frame.tsx';

/** The 6-digit transaction password: set for the first time, or changed. */
export function TransactionPasswordScreen() {
  const { t } = useLingui();
  return (
    <Page title={t`Transaction password`}>
      <WithChecks rows={3}>{(checks) => <TransactionPasswordForm checks={checks} />}</WithChecks>
    </Page>
  );
}

function useKeeping(checks: Checks, isFirst: boolean) {
  const { t } = useLingui();
  const goBack = useGoBack();
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const { form, failures, proof } = useProofForm(checks, isFirst ? checks.loginPassword : true);
  const keep = useSavePassword(isFirst);
  useForgottenOnLeave(proofDraft);

  const submit = () => {
    const right = failures.check({
      proof: proof.problem(),
      password: transactionPasswordProblem(password),
      confirmation: confirmationProblem(password, confirmation),
    });
    if (!right) return;
    keep.mutate(
      { kind: 'transaction', proof: proof.give, password, confirmation },
      {
        onSuccess: () => {
          toast.show(
            isFirst
              ? { type: 'success', title: t`Transaction password set` }
              : {
                  type: 'success',
                  title: t`Transaction password changed`,
                  detail: t`Withdrawals are on hold for 24 hours.`,
                },
          );
          goBack();
        },
        onError: (error) => {
          const weakness = weaknessOf(error);
          proof.refused(error);
          if (weakness === null) failures.refuse(error);
          else failures.check({ password: weakness });
        },
      },
    );
  };
  return {
    password,
    setPassword,
    confirmation,
    setConfirmation,
    form,
    failures,
    proof,
    submit,
    isBusy: keep.isPending,
  };
}

function TransactionPasswordForm({ checks }: { checks: Checks }) {
  const { t } = useLingui();
  // As it was when the user came: it is set before the screen is left.
  const [isFirst] = useState(!checks.transactionPassword);
  const { password, setPassword, confirmation, setConfirmation, form, failures, proof, submit, isBusy } = useKeeping(
    checks,
    isFirst,
  );
  const reason = useSendReason(t`No connection. Continue when you are back online.`, failures.waitSeconds);
  return (
    <FormFrame
      form={form}
      failure={failures.whole}
      label={isFirst ? <Trans>Set password</Trans> : <Trans>Change password</Trans>}
      busy={isBusy}
      busyLabel={t`Sending…`}
      disabledReason={reason}
      onSubmit={submit}
    >
      <p className={css['lede']}>
        {isFirst ? (
          <Trans>6 digits that authorise every withdrawal and transfer. Do not share them with anyone.</Trans>
        ) : (
          <Trans>After the change, withdrawals are on hold for 24 hours.</Trans>
        )}
      </p>
      <ProofFields proof={proof} password={isFirst ? 'login' : 'transaction'} failures={failures} />
      {!isFirst && <ForgottenProof proof={proof} />}
      <OtpField
        hidden
        label={t`New transaction password`}
        hint={t`6 digits. Simple ones such as 123456 and dates are not accepted.`}
        value={password}
        error={failures.of('password')}
        onChange={(text) => {
          setPassword(text);
          failures.touch('password');
        }}
      />
      <OtpField
        hidden
        label={t`Confirm new transaction password`}
        value={confirmation}
        error={failures.of('confirmation')}
        onChange={(text) => {
          setConfirmation(text);
          failures.touch('confirmation');
        }}
      />
    </FormFrame>
  );
}
