import { Trans, useLingui } from '@lingui/react/macro';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { FixedHolding } from '#protocol/fixed-terms/entities.ts';
import { addDecimals } from '#protocol/core/decimal.ts';
import { formatAgo, formatTime } from '#app/platform/format/time-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import hero from '#app/ui/layout/Hero.module.css';
import { Card, TextLink } from '#app/ui/layout/Section.tsx';
import { OwnAmount, OwnAmountsEye } from '../order-entry/own-amount.tsx';
import { OwnHeroNumber } from '../order-entry/own-hero-number.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { atEnd, byDue, sumsOf } from './due.ts';
import css from './fixed-terms.module.css';
import { standingOf } from './growth.ts';

/** Dates on the rail. */
const dueShown = 3;

/** All that is in fixed terms, what it has earned, and when it falls due. */
export function FixedHero({ holdings }: { readonly holdings: readonly FixedHolding[] }) {
  const amountOf = useAmountText();
  const now = useServerNow();
  const isOld = !useReachable();
  const [first, ...more] = sumsOf(holdings);
  if (first === undefined) {
    return (
      <div className={hero['hero']}>
        <p className={hero['nothing']}>
          <Trans>Nothing in fixed terms</Trans>
        </p>
        <p className={hero['line']}>
          <Trans>Interest for the full term is set aside when you lock coins. You can leave any day.</Trans>
        </p>
      </div>
    );
  }
  const soFar = holdings
    .filter(({ asset }) => asset === first.asset)
    .reduce((sum, one) => addDecimals(sum, standingOf(one, now).interest), '0');
  const number = amountOf(first.principal, first.asset, false);
  const [earned, whole] = [soFar, first.atTerm].map((amount) => amountOf(amount, first.asset, false));
  return (
    <>
      <div className={hero['hero']}>
        <p className={hero['label']}>
          <Trans>In fixed terms</Trans> <OwnAmountsEye size="inline" tone="quiet" />
        </p>
        <OwnHeroNumber number={number} asset={first.asset} old={isOld} />
        <p className={hero['line']}>
          <OwnAmount>
            <Trans>
              <b className={css['gain']}>+{earned}</b> earned so far of {whole} by the end
            </Trans>
          </OwnAmount>
        </p>
        {more.map(({ asset, principal }) => (
          <p key={asset} className={hero['line']}>
            <OwnAmount>{amountOf(principal, asset)}</OwnAmount>
          </p>
        ))}
      </div>
      <FallsDue holdings={holdings} />
    </>
  );
}

function FallsDue({ holdings }: { readonly holdings: readonly FixedHolding[] }) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const now = useServerNow();
  return (
    <Card>
      <div className={css['cardHead']}>
        <h2>
          <Trans>Next maturity</Trans>
        </h2>
        <TextLink href="#/pages/financial/records">
          <Trans>Calendar</Trans>
        </TextLink>
      </div>
      <ol className={css['rail']} aria-label={t`Next maturity`}>
        {byDue(holdings)
          .slice(0, dueShown)
          .map((one) => (
            <li key={one.id}>
              <span className={css['when']}>{formatTime(one.endsAt, 'dayTime')}</span>
              <b>
                <OwnAmount>{amountOf(atEnd(one), one.asset)}</OwnAmount>
              </b>
              <span className={css['when']}>{one.renews ? t`renews` : inText(one.endsAt, now)}</span>
            </li>
          ))}
      </ol>
    </Card>
  );

  function inText(at: number, from: number): string {
    const days = Math.floor((at - from) / dayMs);
    if (days > 0) return t`in ${days} d`;
    const minutes = Math.max(0, Math.ceil((at - from) / minuteMs));
    return minutes === 0 ? formatAgo(at, from) : t`in ${minutes} min`;
  }
}
