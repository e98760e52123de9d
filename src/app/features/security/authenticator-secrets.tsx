import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { type FormEvent, Suspense, useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { OtpField } from '#app/ui/controls/OtpField.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { useCopy } from '#app/ui/controls/copying.ts';
import { Icon } from '#app/ui/icons.tsx';
import { laterPart } from '../shell/later-part.tsx';
import css from './authenticator-sheet.module.css';

const QrCode = laterPart(() => import('#app/ui/lists/QrCode.tsx'), 'QrCode');
const codePx = 200;
const codeDigits = 6;

/** An authenticator that waits for its first code. */
export type Begun = NonNullable<CallOutput<'POST bindAccount'>['totp']>;

interface FirstCodeProps {
  readonly begun: Begun;
  readonly failure: string | null;
  readonly busy: boolean;
  readonly onCode: (code: string) => void;
}

/** The secret, to be scanned or typed, and the first code of it. */
export function FirstCode({ begun, failure, busy, onCode }: FirstCodeProps) {
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
        <SubmitButton busy={busy} busyLabel={t`Checking…`}>
          <Trans>Switch on</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}

/** Shown once: the exchange keeps only what it needs to know them again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui();
  const copy = useCopy();
  return (
    <Stack gap={4} inset>
      <Banner inset tone="warn">
        <Trans>
          Write these down now. Each one works once instead of a code if you lose your phone. They are not shown again.
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
        <Trans>I have saved them</Trans>
      </Button>
    </Stack>
  );
}
