import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { codes } from '#protocol/core/codes.ts';
import { pathAfterLogIn } from '#app/platform/session/public-paths.ts';
import { CheckBox } from '#app/ui/controls/CheckBox.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { AccountAndCode } from './account-and-code.tsx';
import { AgreementSheet } from './agreement-sheet.tsx';
import { useCodeSending } from '../codes/code-sends.ts';
import { useAccountForm } from './account-form.ts';
import { type RegisterDraft, registerDraft } from './drafts.ts';
import { InvitationField } from './invitation-field.tsx';
import { useRegister } from '../mutations.ts';
import { fieldOfNewPasswordCode, type NewPasswordField, newPasswordProblems } from './new-password.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import type { Agreement } from '../queries.ts';
import { useSendReason } from '../codes/send-reason.ts';
import { codeProblem } from './validation.ts';
import styles from '../account.module.css';
import { FormFrame } from '../form-frame.tsx';

type Field = 'account' | 'code' | NewPasswordField | 'invitation' | 'agreed';

const fieldOfCode = {
  [codes.enterAccount]: 'account',
  [codes.accountExists]: 'account',
  [codes.chooseArea]: 'account',
  [codes.enterCode]: 'code',
  [codes.codeWrong]: 'code',
  [codes.verificationExpired]: 'code',
  [codes.sendFailed]: 'code',
  ...fieldOfNewPasswordCode,
  [codes.referrerNotFound]: 'invitation',
} as const;

/** Register by email or phone, with a code. */
export function RegisterScreen() {
  const { t } = useLingui();
  const asked = useSearch({ strict: false, select: (search) => search.to });
  return (
    <Page title={t`Create account`}>
      <RegisterForm />
      <p className={styles['other']}>
        <Trans>Have an account?</Trans>
        <Link to="/pages/login/login" search={asked === undefined ? {} : { to: asked }} className={styles['link']}>
          <Trans>Log in</Trans>
        </Link>
      </p>
    </Page>
  );
}

function useRegistering() {
  const { t } = useLingui();
  const router = useRouter();
  const { invite, to } = useSearch({ strict: false });
  const entry = useAccountForm<RegisterDraft, Field>(registerDraft, fieldOfCode);
  const { failures, draft, account, accountProblem } = entry;
  const register = useRegister();
  const sending = useCodeSending(account, 'register', failures.refuse);
  const invitation = draft.invitation ?? invite ?? '';

  const submit = () => {
    const right = failures.check({
      account: accountProblem,
      code: codeProblem(draft.code),
      ...newPasswordProblems(draft),
      agreed: draft.agreed ? null : 'notAgreed',
    });
    if (!right) return;
    const { code, password, confirmation, agreed } = draft;
    register.mutate(
      { account, code, password, confirmation, invitationCode: invitation.trim(), agreed },
      {
        onSuccess: () => {
          toast.show({ type: 'success', title: t`Your account is ready` });
          router.history.replace(pathAfterLogIn(to));
        },
        onError: failures.refuse,
      },
    );
  };
  return { entry, sending, invitation, submit, isBusy: register.isPending };
}

function RegisterForm() {
  const { t } = useLingui();
  const { entry, sending, invitation, submit, isBusy } = useRegistering();
  const { form, draft, change, failures } = entry;
  const reason = useSendReason(t`No connection. Register when you are back online.`, failures.waitSeconds);
  return (
    <FormFrame
      form={form}
      failure={failures.whole}
      label={<Trans>Create account</Trans>}
      busy={isBusy}
      busyLabel={t`Opening…`}
      disabledReason={reason}
      onSubmit={submit}
    >
      <AccountAndCode entry={entry} sending={sending} />
      <NewPasswordFields value={draft} failures={failures} onChange={change} more />
      <InvitationField
        value={invitation}
        error={failures.of('invitation')}
        onRefused={failures.note}
        onChange={(text) => {
          change({ invitation: text });
          failures.touch('invitation');
        }}
      />
      <AgreementBox
        agreed={draft.agreed}
        error={failures.of('agreed')}
        onChange={(agreed) => {
          change({ agreed });
          failures.touch('agreed');
        }}
      />
    </FormFrame>
  );
}

function AgreementBox(props: { agreed: boolean; error: string | undefined; onChange: (agreed: boolean) => void }) {
  const [reading, setReading] = useState<Agreement | null>(null);
  return (
    <div>
      <CheckBox checked={props.agreed} error={props.error} onChange={props.onChange}>
        <Trans>I am at least 18 years old and agree to the user agreement and the privacy policy.</Trans>
      </CheckBox>
      {/* Beside the box, not in its words: each is a target of its own. */}
      <div className={styles['texts']}>
        <TextLink onClick={() => setReading('page/agreement')}>
          <Trans>User agreement</Trans>
        </TextLink>
        <TextLink onClick={() => setReading('page/privacy')}>
          <Trans>Privacy policy</Trans>
        </TextLink>
      </div>
      <AgreementSheet which={reading} onClose={() => setReading(null)} />
    </div>
  );
}
