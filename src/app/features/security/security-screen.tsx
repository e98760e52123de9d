import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fish, KeySquare, LockKeyhole, type LucideIcon, Mail, ScanQrCode, ShieldAlert, Smartphone } from 'lucide-react';
import { type ReactNode, useState, type FormEvent } from 'react';
import { antiPhishingMaxLength, antiPhishingMinLength } from '#protocol/core/limits.ts';
import { useObservable } from '#app/platform/observable.ts';
import { formatOffset, formatTime, timeZone } from '#app/platform/format/time-format.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Section, Stack } from '#app/ui/layout/Section.tsx';
import { call } from '#app/platform/api/api.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { PasskeySection } from '../passkeys/passkey-section.tsx';
import { checksQuery } from '../passkeys/queries.ts';
import { AuthenticatorSheet } from './authenticator-sheet.tsx';
import type { Checks } from './proof/proof.ts';
import css from './security.module.css';
import { WithChecks } from './proof/with-checks.tsx';
import { withFreshProof } from './proof/fresh-proof.ts';

/** What protects the account: passwords, contacts, passkeys, the lock of the app, and a hold on withdrawals. */
export function SecurityScreen() {
  const { t } = useLingui();
  const checks = useQuery({ ...checksQuery, enabled: false });
  return (
    <Page title={t`Security`} onRefresh={() => checks.refetch()} updating={checks.isFetching && checks.isSuccess}>
      <WithChecks rows={4}>{(known) => <Rows checks={known} />}</WithChecks>
      <PasskeySection />
    </Page>
  );
}

function Rows({ checks }: { checks: Checks }) {
  const { t } = useLingui();
  const unset = <span className={css['unset']}>{t`Not set`}</span>;
  const unbound = <span className={css['unset']}>{t`Not linked`}</span>;
  return (
    <>
      {checks.withdrawalHoldUntil !== null && <Hold until={checks.withdrawalHoldUntil} />}
      <Section title={t`Passwords`}>
        <ul>
          <Row
            icon={KeySquare}
            title={t`Login password`}
            value={checks.loginPassword ? t`Change` : unset}
            to={checks.loginPassword ? '/pages/mine/modifyPwd' : '/pages/mine/setPwd'}
          />
          <Row
            icon={LockKeyhole}
            title={t`Transaction password`}
            value={checks.transactionPassword ? t`Change` : unset}
            to="/pages/mine/resetLegalPwd"
          />
        </ul>
      </Section>
      <Section title={t`Contacts`} band>
        <ul>
          <Row
            icon={Mail}
            title={t`Email`}
            value={checks.email ?? unbound}
            to="/pages/mine/bondEmailOrPhone"
            by="email"
          />
          <Row
            icon={Smartphone}
            title={t`Phone number`}
            value={checks.phone ?? unbound}
            to="/pages/mine/bondEmailOrPhone"
            by="phone"
          />
        </ul>
      </Section>
      <ProtectionSection checks={checks} />
    </>
  );
}

function Hold({ until }: { until: number }) {
  useObservable(timeZone);
  const time = formatTime(until, 'dateTime');
  const offset = formatOffset();
  return (
    <div className={css['hold']}>
      <Banner inset tone="warn" icon={ShieldAlert}>
        <Trans>
          Withdrawals are on hold until {time} ({offset}), because a password was changed.
        </Trans>
      </Banner>
    </div>
  );
}

interface RowProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly value: ReactNode;
  readonly to:
    | '/pages/mine/modifyPwd'
    | '/pages/mine/setPwd'
    | '/pages/mine/resetLegalPwd'
    | '/pages/mine/bondEmailOrPhone';
  readonly by?: 'email' | 'phone';
}

function Row({ icon, title, value, to, by }: RowProps) {
  return (
    <li>
      <ListRow
        light
        leading={<IconTile icon={icon} />}
        title={title}
        sub={value}
        render={(link) => <Link to={to} search={by === undefined ? {} : { by }} {...link} />}
      />
    </li>
  );
}

/** The authenticator and the word that letters carry. */
function ProtectionSection({ checks }: { checks: Checks }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'authenticator' | 'word' | null>(null);
  const close = () => setOpen(null);
  const { totp, recoveryCodes, antiPhishing } = checks;
  const authenticator = {
    on: t`On, ${recoveryCodes} recovery codes left`,
    off: t`Off`,
    unavailable: t`Not available here`,
  }[totp];
  return (
    <Section title={t`Second factor`} band>
      <ul>
        <li>
          <ListRow
            light
            leading={<IconTile icon={ScanQrCode} />}
            title={t`Authenticator app`}
            sub={authenticator}
            {...(totp === 'unavailable' ? {} : { onClick: () => setOpen('authenticator') })}
          />
        </li>
        <li>
          <ListRow
            light
            leading={<IconTile icon={Fish} />}
            title={t`Anti-phishing word`}
            sub={antiPhishing === null ? t`Not set` : t`Begins with "${antiPhishing}"`}
            onClick={() => setOpen('word')}
          />
        </li>
      </ul>
      <AuthenticatorSheet open={open === 'authenticator'} isOn={totp === 'on'} onClose={close} />
      <AntiPhishingSheet open={open === 'word'} isSet={antiPhishing !== null} onClose={close} />
    </Section>
  );
}

interface AntiPhishingSheetProps {
  readonly open: boolean;
  readonly isSet: boolean;
  readonly onClose: () => void;
}

/** Sets the word that every letter of the exchange carries, so that its reader knows a forged one. */
function AntiPhishingSheet({ open, isSet, onClose }: AntiPhishingSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Anti-phishing word`}>
      {open && <WordForm isSet={isSet} onDone={onClose} />}
    </Sheet>
  );
}

function WordForm({ isSet, onDone }: { isSet: boolean; onDone: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const reachable = useReachable();
  const [word, setWord] = useState('');
  const [tried, setTried] = useState(false);
  const keep = useMutation({
    mutationFn: (next: string) => withFreshProof(() => call('POST bindAccount', { kind: 'anti-phishing', word: next })),
    onSuccess: (_, next) => {
      toast.show({ type: 'success', title: next === '' ? t`Word removed` : t`Word set` });
      onDone();
    },
    onSettled: () => client.invalidateQueries(checksQuery),
    meta: { quiet: true },
  });
  const failure = useFailureText(keep.error);
  const isLong = Array.from(word.trim()).length >= antiPhishingMinLength;
  const reason = reachable ? undefined : t`No connection now.`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isLong && !keep.isPending) keep.mutate(word.trim());
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={4} inset>
        <p>
          <Trans>Every email and message from Dunlin will carry this word. One without it is not from us.</Trans>
        </p>
        <TextField
          kind="text"
          label={t`Your word`}
          name="anti-phishing"
          autoCapitalize="none"
          enterKeyHint="done"
          limit={antiPhishingMaxLength}
          required
          value={word}
          error={tried && !isLong ? t`Use at least 4 characters.` : undefined}
          hint={t`Choose one you use nowhere else, and never a password.`}
          onChange={setWord}
        />
        <FailureBanner text={failure} />
        <SubmitButton busy={keep.isPending} busyLabel={t`Saving…`} disabledReason={reason}>
          <Trans>Set word</Trans>
        </SubmitButton>
        {isSet && (
          <Button kind="outline" size="l" disabledReason={reason} onClick={() => keep.mutate('')}>
            <Trans>Remove word</Trans>
          </Button>
        )}
      </Stack>
    </form>
  );
}
