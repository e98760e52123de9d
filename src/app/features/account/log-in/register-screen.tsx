import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState, useEffect, useRef } from 'react';
import { codes } from '#protocol/core/codes.ts';
import { invitationCodeMaxLength } from '#protocol/core/limits.ts';
import { pathAfterLogIn } from '#app/platform/session/public-paths.ts';
import { CheckBox } from '#app/ui/controls/CheckBox.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { ArticleBody } from '#app/ui/lists/ArticleBody.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { useArticle } from '#app/features/news/use-article.ts';
import { LoadError } from '#app/features/loading/load-error.tsx';
import { AccountAndCode } from './account-and-code.tsx';
import { useCodeSending } from '../codes/code-sends.ts';
import { useAccountForm } from './account-form.ts';
import { type RegisterDraft, registerDraft } from './drafts.ts';
import { useRegister, useCheckInvitation } from '../mutations.ts';
import { fieldOfNewPasswordCode, type NewPasswordField, newPasswordProblems } from './new-password.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import type { Agreement } from '../queries.ts';
import { useSendReason } from '../codes/send-reason.ts';
import { codeProblem } from './validation.ts';
import styles from '../account.module.css';
import agreement from './register-screen.module.css';
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

interface InvitationFieldProps {
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
  /** The code does not exist. */
  onRefused: (error: unknown) => void;
}

/** The invitation code, looked up when the field is left and when a link filled it. */
function InvitationField({ value, onChange, error, onRefused }: InvitationFieldProps) {
  const { t } = useLingui();
  const check = useCheckInvitation();
  const checked = useRef<string | null>(null);
  const code = value.trim();
  const lookUp = () => {
    if (code === '' || checked.current === code) return;
    checked.current = code;
    check.mutate(code, {
      onError: (refusal) => {
        // Any other failure says nothing about the code; registering asks again.
        if (refusal instanceof ApiRefusal && refusal.code === codes.referrerNotFound) onRefused(refusal);
        else checked.current = null;
      },
    });
  };
  const first = useRef(lookUp);
  useEffect(() => first.current(), []);
  const isFound = check.isSuccess && check.variables === code && check.data.valid;
  return (
    <TextField
      kind="invitation"
      label={t`Invitation code (optional)`}
      name="invitation"
      autoCapitalize="characters"
      enterKeyHint="go"
      limit={invitationCodeMaxLength}
      value={value}
      error={error}
      hint={isFound ? t`The invitation is valid.` : undefined}
      onChange={onChange}
      onBlur={lookUp}
    />
  );
}

function AgreementText({ which }: { which: Agreement }) {
  const { t } = useLingui();
  const { article, ...query } = useArticle(which);
  if (article !== undefined) {
    return (
      <div className={agreement['text']}>
        <p className={agreement['summary']}>{article.summary}</p>
        <ArticleBody blocks={article.blocks} />
      </div>
    );
  }
  if (query.error !== null) return <LoadError query={query} title={t`The text did not load`} />;
  return (
    <div className={agreement['text']} aria-busy="true">
      {['90%', '100%', '80%', '95%', '60%'].map((width) => (
        <Skeleton key={width} width={width} height="16px" />
      ))}
    </div>
  );
}

/** The text of an agreement over the form, in the reader's language; null closes it. */
function AgreementSheet({ which, onClose }: { which: Agreement | null; onClose: () => void }) {
  const { t } = useLingui();
  const titles = { 'page/agreement': t`User agreement`, 'page/privacy': t`Privacy policy` };
  return (
    <Sheet open={which !== null} onClose={onClose} title={which === null ? '' : titles[which]} tall>
      {which !== null && <AgreementText which={which} />}
    </Sheet>
  );
}
