import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeftRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Decimal } from '#protocol/core/decimal.ts';
import { wallets } from '#protocol/wallets/wallets.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Icon } from '#app/ui/icons.tsx';
import { Amount } from '#app/ui/layout/Progress.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { type ValuedBalance, shownValue, walletTotal } from '../valuation.ts';
import { walletLabels } from '../wallet-labels.ts';
import css from './wallet-tiles.module.css';

interface WalletTilesProps {
  balances: readonly ValuedBalance[];
  /** The figures are old. */
  old: boolean;
}

/** All seven wallets with their totals in USDT, and the way to move money between them. */
export function WalletTiles({ balances, old }: WalletTilesProps) {
  const { t, i18n } = useLingui();
  const hidden = useObservable(amountsHidden);
  const shown = wallets.map((wallet) => ({ wallet, total: shownValue(walletTotal(balances, wallet)) }));
  const texts = shown.map(({ total }) => formatAmount(total));
  const widest = Math.max(...texts.map((text) => text.length));
  return (
    <Section
      title={
        <>
          <Trans>Wallets</Trans> <small className={css['unit']}>USDT</small>
        </>
      }
    >
      <ul className={css['tiles']} style={{ '--characters': widest } as CSSProperties} aria-label={t`Wallets`}>
        {shown.map(({ wallet, total }) => (
          <li key={wallet}>
            <a className={css['tile']} href={`#/pages/assets/tradeAccount?wallet=${wallet}`}>
              <span className={css['name']}>{i18n._(walletLabels[wallet].name)}</span>
              <span className={css['total']} data-quiet={isZero(total) || old || undefined}>
                <Amount hidden={hidden}>{formatAmount(total)}</Amount>
              </span>
            </a>
          </li>
        ))}
        <li>
          <a className={css['transfer']} href="#/pages/assets/transfer" aria-label={t`Transfer between wallets`}>
            <Icon of={ArrowLeftRight} size="row" />
            <span>
              <Trans>Transfer</Trans>
            </span>
          </a>
        </li>
      </ul>
    </Section>
  );
}

function isZero(total: Decimal): boolean {
  return !/[1-9]/.test(total);
}
