import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { multiplyDecimals } from '#protocol/core/decimal.ts';
import { displayRatesQuery } from '#app/platform/format/display-currency.ts';
import { directionOf, formatCompact, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { StaleTag } from '#app/ui/layout/Banner.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { PriceText } from '#app/ui/numbers/PriceText.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { usePairTicker } from '../pairs/pair-ticker.ts';
import type { ChartedPair } from './charted-pair.ts';
import css from './pair-hero.module.css';

/** A price of more characters takes the smaller size, so that the day's figures keep their room. */
const longPrice = 9;

/**
 * The leading number of the screen: last price, its worth in dollars, the change, and the day's figures.
 *
 * @param traded false for an index: what is traded elsewhere is not shown
 */
export function PairHero({ pair, traded }: { pair: ChartedPair; traded: boolean }) {
  const { t } = useLingui();
  const { ticker, stale } = usePairTicker(pair.id);
  const { data: rates } = useQuery(displayRatesQuery);
  if (ticker === null) return <HeroSkeleton />;
  const dollar = rates?.list.find(({ currency }) => currency === 'USD');
  const direction = directionOf(ticker.change);
  const last = formatNumber(ticker.last, { decimals: pair.priceDecimals });
  const at = formatTime(ticker.at, 'time');
  const stats = [
    { name: t`24h high`, value: formatNumber(ticker.high, { decimals: pair.priceDecimals }) },
    { name: t`24h low`, value: formatNumber(ticker.low, { decimals: pair.priceDecimals }) },
    ...(traded
      ? [
          { name: t`Volume ${pair.base}`, value: formatCompact(ticker.volume) },
          { name: t`Turnover ${pair.quote}`, value: formatCompact(ticker.turnover) },
        ]
      : []),
  ];
  return (
    <section className={css['hero']} aria-label={t`Price`}>
      <div className={css['price']}>
        <PriceText
          size={last.length > longPrice ? 'l' : 'xl'}
          coloured
          direction={direction}
          stale={stale}
          text={last}
        />
        <p className={css['worth']}>
          {dollar !== undefined && (
            <span>
              ≈ {dollar.symbol}
              {formatNumber(multiplyDecimals(ticker.last, dollar.rate, 8), {
                decimals: Math.max(2, pair.priceDecimals),
              })}
            </span>
          )}
          <ChangeText direction={direction}>{formatPercent(ticker.change)}</ChangeText>
        </p>
        {stale && (
          <StaleTag>
            <Trans>as of {at}</Trans>
          </StaleTag>
        )}
      </div>
      <dl className={css['stats']} data-stale={stale || undefined}>
        {stats.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function HeroSkeleton() {
  return (
    <div className={css['hero']} aria-busy>
      <div className={css['price']}>
        <Skeleton width="140px" height="30px" />
        <Skeleton width="110px" height="14px" />
      </div>
      <div className={css['stats']}>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} width="150px" height="12px" />
        ))}
      </div>
    </div>
  );
}
