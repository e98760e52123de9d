import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { transactionPasswordLength } from '#protocol/core/limits.ts';
import { CheckBox } from '#app/ui/controls/CheckBox.tsx';
import { OtpField } from '#app/ui/controls/OtpField.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { profileQuery } from '#app/features/account/queries.ts';
import { methodNames } from '#app/features/p2p/parts/p2p-labels.ts';
import { moneyOf } from '../order-texts.ts';
import { bankName } from '../verified-name.tsx';
import { type ReleaseCheck, releaseChecks } from './release-check.ts';
import styles from './release.module.css';
import type { Release } from './use-release.ts';

/** The three checks and the transaction password. */
export function ReleaseFields({ detail, release }: { detail: P2pOrderDetail; release: Release }) {
  const { i18n } = useLingui();
  const { order, payee, buyerName } = detail;
  const method = i18n._(methodNames[payee.method]);
  const { amount } = moneyOf(order);
  const name = bankName(buyerName);
  const words: Record<ReleaseCheck, ReactNode> = {
    opened: <Trans>I opened my {method} account itself, not only the picture</Trans>,
    arrived: <Trans>{amount} is on my balance, not pending</Trans>,
    name: <Trans>The payer is exactly {name}</Trans>,
  };
  return (
    <>
      <Section title={<Trans>Check in your own account</Trans>}>
        <div className={styles['checks']}>
          {releaseChecks.map((check) => (
            <CheckBox key={check} checked={release.form.checked[check]} onChange={(is) => release.check(check, is)}>
              {words[check]}
            </CheckBox>
          ))}
        </div>
      </Section>
      <PasswordCells release={release} />
    </>
  );
}

function PasswordCells({ release }: { release: Release }) {
  const { t } = useLingui();
  const { data } = useQuery({ ...profileQuery, meta: { quiet: true } });
  if (data?.hasTransactionPassword === false) {
    return (
      <div className={styles['password']}>
        <Banner tone="warn" inset>
          <Trans>
            Releasing needs a transaction password. <a href="#/pages/mine/resetLegalPwd">Set one first.</a>
          </Trans>
        </Banner>
      </div>
    );
  }
  return (
    <div className={styles['password']}>
      <OtpField
        label={t`Transaction password`}
        value={release.form.password}
        length={transactionPasswordLength}
        hidden
        disabled={release.busy}
        error={release.wrongPassword}
        onChange={release.type}
      />
      <a className={styles['forgot']} href="#/pages/mine/resetLegalPwd">
        <Trans>Forgot it?</Trans>
      </a>
    </div>
  );
}
