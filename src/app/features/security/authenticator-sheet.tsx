import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '#app/platform/api/api.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { checksQuery } from '../passkeys/queries.ts';
import { type Begun, FirstCode, RecoveryCodes } from './authenticator-secrets.tsx';
import { withFreshProof } from './proof/fresh-proof.ts';

type Input = { kind: 'totp-question' | 'totp-remove' | 'recovery-codes' } | { kind: 'totp'; code: string };

interface AuthenticatorSheetProps {
  readonly open: boolean;
  readonly isOn: boolean;
  readonly onClose: () => void;
}

/** Switches the authenticator on or off, and makes recovery codes. */
export function AuthenticatorSheet({ open, isOn, onClose }: AuthenticatorSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Authenticator app`}>
      {open && <Steps isOn={isOn} onDone={onClose} />}
    </Sheet>
  );
}

/** Changes the authenticator, and holds what the exchange shows once: its secret, and the recovery codes. */
function useAuthenticator(onDone: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const change = useMutation({
    mutationFn: (input: Input) => withFreshProof(() => call('POST bindAccount', input)),
    onSuccess: ({ totp, recoveryCodes }, { kind }) => {
      if (totp !== null) setBegun(totp);
      if (recoveryCodes !== null) setCodes(recoveryCodes);
      if (kind !== 'totp-remove') return;
      toast.show({ type: 'success', title: t`Authenticator switched off` });
      onDone();
    },
    onSettled: (_, error, { kind }) => {
      if (error === null && kind !== 'totp-question') void client.invalidateQueries(checksQuery);
    },
    meta: { quiet: true },
  });
  return { begun, codes, change };
}

function Steps({ isOn, onDone }: { isOn: boolean; onDone: () => void }) {
  const { t } = useLingui();
  const { begun, codes, change } = useAuthenticator(onDone);
  const failure = useFailureText(change.error);
  const askAndEnd = async () => {
    const sure = await confirm({
      title: t`Switch off the authenticator?`,
      text: t`Logins and withdrawals no longer ask for its codes, and the recovery codes stop working.`,
      confirmLabel: t`Switch off`,
      kind: 'danger',
    });
    if (sure) change.mutate({ kind: 'totp-remove' });
  };
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (begun !== null) {
    return (
      <FirstCode
        begun={begun}
        failure={failure}
        busy={change.isPending}
        onCode={(code) => change.mutate({ kind: 'totp', code })}
      />
    );
  }
  const shared = { failure, busy: change.isPending };
  return isOn ? (
    <SwitchedOn
      {...shared}
      onNewCodes={() => change.mutate({ kind: 'recovery-codes' })}
      onSwitchOff={() => void askAndEnd()}
    />
  ) : (
    <SwitchedOff {...shared} onBegin={() => change.mutate({ kind: 'totp-question' })} />
  );
}

interface StepProps {
  readonly failure: string | null;
  readonly busy: boolean;
}

/** Why nothing can be changed now; undefined when it can. */
function useUnreachable(): string | undefined {
  const { t } = useLingui();
  return useReachable() ? undefined : t`No connection now.`;
}

/** What the authenticator guards, new recovery codes, and the way to switch it off. */
function SwitchedOn(props: StepProps & { readonly onNewCodes: () => void; readonly onSwitchOff: () => void }) {
  const reason = useUnreachable();
  return (
    <Stack gap={4} inset>
      <p>
        <Trans>Password logins, withdrawals, transfers to others and new addresses require a code from your app.</Trans>
      </p>
      <NextStep {...props} onNext={props.onNewCodes}>
        <Trans>New recovery codes</Trans>
      </NextStep>
      <Button kind="outline" size="l" disabledReason={reason} onClick={props.onSwitchOff}>
        <Trans>Switch off</Trans>
      </Button>
    </Stack>
  );
}

/** What an authenticator is for, and the way to set one up. */
function SwitchedOff(props: StepProps & { readonly onBegin: () => void }) {
  return (
    <Stack gap={4} inset>
      <p>
        <Trans>
          An app on your phone shows a new code every 30 seconds. Password logins and money leaving your account then
          require it.
        </Trans>
      </p>
      <NextStep {...props} onNext={props.onBegin}>
        <Trans>Set up</Trans>
      </NextStep>
    </Stack>
  );
}

/** The button of a step, below what went wrong with it. */
function NextStep({ busy, failure, onNext, children }: StepProps & { onNext: () => void; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <>
      <FailureBanner text={failure} />
      <Button
        kind="primary"
        size="l"
        busy={busy}
        busyLabel={t`Checking…`}
        disabledReason={useUnreachable()}
        onClick={onNext}
      >
        {children}
      </Button>
    </>
  );
}
