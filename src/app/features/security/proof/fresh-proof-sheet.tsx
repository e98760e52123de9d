import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { CallInput } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { transactionPasswordLength } from '#protocol/core/limits.ts';
import { call } from '#app/platform/api/api.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { OtpField } from '#app/ui/controls/OtpField.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { useSendReason } from '#app/features/account/codes/send-reason.ts';
import { FormFrame } from '#app/features/account/form-frame.tsx';
import { type FormFailures, useFormFailures } from '#app/features/account/log-in/form-failures.ts';
import { useCeremonyFailure } from '#app/features/passkeys/ceremony-text.ts';
import { loadWebAuthn } from '#app/features/passkeys/mutations.ts';
import { type AskedProof, askedProof } from './fresh-proof.ts';
import { useLeavingWithScreen } from './leaving-with-screen.ts';
import { proofDraft } from './proof-draft.ts';
import { ProofFields } from './proof-fields.tsx';
import { type Checks, useProof } from './proof.ts';
import { WithChecks } from './with-checks.tsx';

type Given = Extract<CallInput<'POST bindAccount'>, { kind: 'proof' }>['proof'];

const fieldOfCode = {
  [codes.loginPasswordWrong]: 'proof',
  [codes.enterCode]: 'proof',
  [codes.codeWrong]: 'proof',
  [codes.verificationExpired]: 'proof',
  [codes.sendFailed]: 'proof',
  [codes.transactionPasswordWrong]: 'proof',
} as const;

const sendProof = (proof: Given) => call('POST bindAccount', { kind: 'proof', proof });

const leave = () => askedProof.get()?.answer(false);

/** The sheet that asks who is there; once per app. */
export function FreshProofSheet() {
  const { t } = useLingui();
  const asked = useObservable(askedProof);
  useLeavingWithScreen(leave);
  useEffect(() => {
    if (asked === null) proofDraft.clear();
  }, [asked]);
  return (
    <Sheet open={asked !== null} onClose={leave} title={t`Confirm that it is you`}>
      {asked !== null && (
        <Stack gap={4} inset>
          <p>
            {asked.reason === 'listing' ? (
              <Trans>This sends your application to list a coin.</Trans>
            ) : (
              <Trans>This changes what protects your account.</Trans>
            )}
          </p>
          {asked.ways.includes('passkey') && <ByPasskey asked={asked} />}
          {asked.ways.includes('transaction-password') && <ByDigits asked={asked} />}
          {asked.ways.some((way) => way === 'password' || way === 'email' || way === 'phone') && (
            <WithChecks rows={2}>{(checks) => <ByPasswordOrCode asked={asked} checks={checks} />}</WithChecks>
          )}
        </Stack>
      )}
    </Sheet>
  );
}

function ByPasskey({ asked }: { asked: AskedProof }) {
  const { t } = useLingui();
  const reachable = useReachable();
  const prove = useMutation({
    mutationFn: async () => {
      const [{ passkeyQuestion }, { startAuthentication }] = await Promise.all([
        call('POST bindAccount', { kind: 'proof-question' }),
        loadWebAuthn(),
      ]);
      const optionsJSON = passkeyQuestion as unknown as PublicKeyCredentialRequestOptionsJSON;
      const answer = { ...(await startAuthentication({ optionsJSON })) } as Record<string, unknown>;
      return sendProof({ by: 'passkey', answer });
    },
    onSuccess: () => asked.answer(true),
    meta: { quiet: true },
  });
  const failure = useCeremonyFailure(prove.error);
  return (
    <>
      <FailureBanner text={failure} />
      <Button
        kind="outline"
        size="l"
        icon={<KeyRound size={20} aria-hidden />}
        busy={prove.isPending}
        busyLabel={t`Waiting for your device…`}
        disabledReason={reachable ? undefined : t`No connection now.`}
        onClick={() => prove.mutate()}
      >
        <Trans>Use a passkey</Trans>
      </Button>
    </>
  );
}

function ByPasswordOrCode({ asked, checks }: { asked: AskedProof; checks: Checks }) {
  const form = useRef<HTMLFormElement>(null);
  const failures = useFormFailures<'proof'>(form, fieldOfCode);
  const proof = useProof(checks, asked.ways.includes('password'), failures.refuse);
  const send = useMutation({
    mutationFn: async () => {
      const given = await proof.give();
      if (given.by !== 'nothing') await sendProof(given);
    },
    onSuccess: () => asked.answer(true),
    onError: (error) => {
      proof.refused(error);
      failures.refuse(error);
    },
    meta: { quiet: true },
  });
  const submit = () => {
    if (failures.check({ proof: proof.problem() })) send.mutate();
  };
  return (
    <ConfirmFrame form={form} failures={failures} busy={send.isPending} onSubmit={submit}>
      <ProofFields proof={proof} password="login" failures={failures} />
    </ConfirmFrame>
  );
}

/** An account that has nothing else yet. */
function ByDigits({ asked }: { asked: AskedProof }) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [digits, setDigits] = useState('');
  const failures = useFormFailures<'proof'>(form, fieldOfCode);
  const send = useMutation({
    mutationFn: () => sendProof({ by: 'transaction-password', password: digits }),
    onSuccess: () => asked.answer(true),
    onError: failures.refuse,
    meta: { quiet: true },
  });
  const submit = () => {
    const isWhole = digits.length === transactionPasswordLength;
    if (failures.check({ proof: isWhole ? null : 'digitsMissing' })) send.mutate();
  };
  return (
    <ConfirmFrame form={form} failures={failures} busy={send.isPending} onSubmit={submit}>
      <OtpField
        hidden
        label={t`Transaction password`}
        value={digits}
        error={failures.of('proof')}
        onChange={(text) => {
          setDigits(text);
          failures.touch('proof');
        }}
      />
    </ConfirmFrame>
  );
}

interface ConfirmFrameProps {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly failures: FormFailures<'proof'>;
  readonly busy: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form whose one field proves who is there. */
function ConfirmFrame({ failures, children, ...form }: ConfirmFrameProps) {
  const { t } = useLingui();
  const reason = useSendReason(t`No connection. Continue when you are back online.`, failures.waitSeconds);
  return (
    <FormFrame
      {...form}
      failure={failures.whole}
      label={<Trans>Confirm</Trans>}
      busyLabel={t`Checking…`}
      disabledReason={reason}
      inSheet
    >
      {children}
    </FormFrame>
  );
}
