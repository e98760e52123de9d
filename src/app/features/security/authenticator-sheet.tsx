import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import type { CallOutput } from '../../../protocol/calls.ts';
import { call } from '../../platform/api/api.ts';
import { useReachable } from '../../platform/offline/reachability.ts';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { OtpField } from '../../ui/controls/OtpField.tsx';
import { Stack } from '../../ui/layout/Section.tsx';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import { Skeleton } from '../../ui/layout/Skeleton.tsx';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { useCopy } from '../../ui/controls/copying.ts';
import { Icon } from '../../ui/icons.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { checksQuery } from '../passkeys/queries.ts';
import css from './authenticator-sheet.module.css';
import { withFreshProof } from './proof/fresh-proof.ts';

const QrCode = lazy(() => import('../../ui/lists/QrCode.tsx').then((module) => ({ default: module.QrCode })));
const codePx = 200;
const codeDigits = 6;

type Begun = NonNullable<CallOutput<'POST bindAccount'>['totp']>;
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
      title: t`Switch the authenticator off?`,
      text: t`Log-ins and withdrawals no longer ask for its codes, and the recovery codes stop working.`,
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

function Failure({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Banner inset tone="danger" live>
      {text}
    </Banner>
  );
}

/** Why nothing can be changed now; undefined when it can. */
function useUnreachable(): string | undefined {
  const { t } = useLingui();
  return useReachable() ? undefined : t`No connection now.`;
}

/** What the authenticator guards, new recovery codes, and the way to switch it off. */
function SwitchedOn(props: StepProps & { readonly onNewCodes: () => void; readonly onSwitchOff: () => void }) {
  const { t } = useLingui();
  const reason = useUnreachable();
  return (
    <Stack gap={4} inset>
      <p>
        <Trans>
          Log-ins by password, withdrawals, transfers to others and new addresses ask for a code of your app.
        </Trans>
      </p>
      <Failure text={props.failure} />
      <Button
        kind="primary"
        size="l"
        busy={props.busy}
        busyLabel={t`Checking…`}
        disabledReason={reason}
        onClick={props.onNewCodes}
      >
        <Trans>New recovery codes</Trans>
      </Button>
      <Button kind="outline" size="l" disabledReason={reason} onClick={props.onSwitchOff}>
        <Trans>Switch off</Trans>
      </Button>
    </Stack>
  );
}

/** What an authenticator is for, and the way to set one up. */
function SwitchedOff(props: StepProps & { readonly onBegin: () => void }) {
  const { t } = useLingui();
  const reason = useUnreachable();
  return (
    <Stack gap={4} inset>
      <p>
        <Trans>
          An app on your phone shows a new code every 30 seconds. Log-ins by password and money that leaves your account
          then ask for it.
        </Trans>
      </p>
      <Failure text={props.failure} />
      <Button
        kind="primary"
        size="l"
        busy={props.busy}
        busyLabel={t`Checking…`}
        disabledReason={reason}
        onClick={props.onBegin}
      >
        <Trans>Set up</Trans>
      </Button>
    </Stack>
  );
}

interface FirstCodeProps {
  readonly begun: Begun;
  readonly failure: string | null;
  readonly busy: boolean;
  readonly onCode: (code: string) => void;
}

/** The secret, to be scanned or typed, and the first code of it. */
function FirstCode({ begun, failure, busy, onCode }: FirstCodeProps) {
  const { t } = useLingui();
  const copy = useCopy();
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const isWhole = code.length === codeDigits;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isWhole && !busy) onCode(code);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={4} inset>
        <p>
          <Trans>Scan this with your authenticator app, or enter the key by hand. It is shown only now.</Trans>
        </p>
        <div className={css['code']}>
          <Suspense fallback={<Skeleton width={`${codePx}px`} height={`${codePx}px`} />}>
            <QrCode text={begun.uri} label={t`QR code for your authenticator app`} size={codePx} />
          </Suspense>
          <code className={css['secret']}>{begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          <Button kind="outline" icon={<Icon of={Copy} size="inline" />} onClick={() => copy(begun.secret)}>
            <Trans>Copy key</Trans>
          </Button>
        </div>
        <OtpField
          label={t`Code shown by the app`}
          value={code}
          error={tried && !isWhole ? t`The code has 6 digits.` : (failure ?? undefined)}
          onChange={setCode}
        />
        <Button kind="primary" size="l" type="submit" busy={busy} busyLabel={t`Checking…`}>
          <Trans>Switch on</Trans>
        </Button>
      </Stack>
    </form>
  );
}

/** Shown once: the exchange keeps only what it needs to know them again. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui();
  const copy = useCopy();
  return (
    <Stack gap={4} inset>
      <Banner inset tone="warn">
        <Trans>
          Write these down now. Each one works once in place of a code when your phone is lost. They are not shown
          again.
        </Trans>
      </Banner>
      <ul className={css['codes']} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button kind="outline" size="l" icon={<Icon of={Copy} size="inline" />} onClick={() => copy(codes.join('\n'))}>
        <Trans>Copy all</Trans>
      </Button>
      <Button kind="primary" size="l" onClick={onDone}>
        <Trans>I have kept them</Trans>
      </Button>
    </Stack>
  );
}
