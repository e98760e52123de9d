import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import type { Decimal } from '#protocol/core/decimal.ts';
import { displayCurrency, useDisplayValue } from '#app/platform/format/display-currency.ts';
import { useOldRate } from '#app/platform/format/old-rate.ts';
import { amountsHidden, toggleHiddenAmounts } from '#app/platform/format/hidden-amounts.ts';
import { directionOf, formatAmount, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { AmountsEye } from '#app/ui/controls/AmountsEye.tsx';
import { StaleTag } from '#app/ui/layout/Banner.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { PriceText } from '#app/ui/numbers/PriceText.tsx';
import { HiddenAmount } from '#app/ui/layout/Progress.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import css from './total-hero.module.css';
import { valuationAsset, type Change } from '../valuation.ts';

interface TotalHeroProps {
  /** What the figure is, as in "Total balance". */
  label: string;
  /** USDT with two places; null before it is known. */
  total: Decimal | null;
  change?: Change | null;
  /** What the coins gained or lost since they were bought, in USDT; null when it is not known. */
  unrealised?: Decimal | null;
  /** When the figures were true, while they are old; shown in place of the change. */
  oldSince: number | null;
}

/**
 * The leading number: what all of it is worth, in USDT and in the display currency, with the eye that hides amounts.
 */
export function TotalHero({ label, total, change = null, unrealised = null, oldSince }: TotalHeroProps) {
  const hidden = useObservable(amountsHidden);
  return (
    <section className={css['hero']} aria-label={label} aria-busy={total === null || undefined}>
      <div className={css['label']}>
        <span>{label}</span>
        <AmountsEye size="row" hidden={hidden} onToggle={toggleHiddenAmounts} />
      </div>
      <p className={css['total']}>
        {total === null ? (
          <Skeleton width="200px" height="32px" />
        ) : (
          <>
            <TotalText total={total} hidden={hidden} stale={oldSince !== null} />
            <span className={css['unit']}>{valuationAsset}</span>
          </>
        )}
      </p>
      <div className={css['worth']}>
        <CurrencyLink total={total} hidden={hidden} />
        {oldSince !== null && (
          <StaleTag>
            <Trans>as of {formatTime(oldSince, 'time')}</Trans>
          </StaleTag>
        )}
        {oldSince === null && total !== null && change !== null && !hidden && <TodayChange change={change} />}
        {oldSince === null && unrealised !== null && !hidden && <Unrealised profit={unrealised} />}
      </div>
    </section>
  );
}

/** Past this many characters the figure takes the smaller size, so that it stays on its line. */
const longTotal = 13;

function TotalText({ total, hidden, stale }: { total: Decimal; hidden: boolean; stale: boolean }) {
  const text = formatAmount(total);
  if (hidden) {
    return (
      <span className={css['dots']}>
        <HiddenAmount />
      </span>
    );
  }
  return <PriceText size={text.length > longTotal ? 'xl' : 'xxl'} stale={stale} flash={false} text={text} />;
}

/** What it is worth in the display currency; leads to where the currency is chosen. */
function CurrencyLink({ total, hidden }: { total: Decimal | null; hidden: boolean }) {
  const { t } = useLingui();
  const currency = useObservable(displayCurrency);
  const worthOf = useDisplayValue();
  const oldAt = useOldRate();
  const time = oldAt === null ? '' : formatTime(oldAt, 'date');
  const worth = total === null ? null : worthOf(total);
  return (
    <a className={css['currency']} href="#/pages/assets/rate">
      <span className={css['what']}>{t`Display currency`}</span>
      {hidden ? <HiddenAmount /> : (worth ?? currency)}
      {!hidden && oldAt !== null && <StaleTag>{t`as of ${time}`}</StaleTag>}
      <Icon of={ChevronRight} size="note" />
    </a>
  );
}

function TodayChange({ change: { amount, percent } }: { change: Change }) {
  const gain = formatNumber(amount, { decimals: 2, sign: 'always' });
  const summary = percent === null ? gain : `${gain} (${formatPercent(percent)})`;
  return (
    <ChangeText direction={directionOf(amount)}>
      <Trans>{summary} today</Trans>
    </ChangeText>
  );
}

function Unrealised({ profit }: { profit: Decimal }) {
  const gain = formatNumber(profit, { decimals: 2, sign: 'always' });
  return (
    <ChangeText direction={directionOf(profit)}>
      <Trans>{gain} unrealised</Trans>
    </ChangeText>
  );
}
