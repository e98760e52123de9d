import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fish, KeySquare, LockKeyhole, type LucideIcon, Mail, ScanQrCode, ShieldAlert, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useObservable } from '#app/platform/observable.ts';
import { formatOffset, formatTime, timeZone } from '#app/platform/format/time-format.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { PasskeySection } from '../passkeys/passkey-section.tsx';
import { checksQuery } from '../passkeys/queries.ts';
import { AntiPhishingSheet } from './anti-phishing-sheet.tsx';
import { AuthenticatorSheet } from './authenticator-sheet.tsx';
import type { Checks } from './proof/proof.ts';
import css from './security.module.css';
import { WithChecks } from './proof/with-checks.tsx';

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
