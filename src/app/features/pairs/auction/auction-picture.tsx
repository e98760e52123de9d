import { Trans, useLingui } from '@lingui/react/macro';
import type { Pair } from '../../../../protocol/market-data/entities/market.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import type { DepthView } from '../../../platform/stream/book.ts';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import css from './auction.module.css';
import { auctionCurves } from './curves.ts';

/** Buyers and sellers cumulated by price, and where they cross. */
export function AuctionPicture({ pair, depth, price }: { pair: Pair; depth: DepthView; price: string | null }) {
  const { t } = useLingui();
  const curves = auctionCurves(depth.bids, depth.asks);
  if (curves === null) return null;
  const edge = (value: number) => formatNumber(value.toFixed(pair.priceDecimals), { decimals: pair.priceDecimals });
  const at = price === null ? null : curves.at(price);
  const [low, high] = [edge(curves.low), edge(curves.high)];
  return (
    <figure className={css['picture']}>
      <VisuallyHidden>{t`What buyers and sellers would trade at each price from ${low} to ${high}`}</VisuallyHidden>
      <div className={css['names']} aria-hidden>
        <span data-side="buy">
          <Trans>Buyers</Trans>
        </span>
        <span data-side="sell">
          <Trans>Sellers</Trans>
        </span>
      </div>
      <svg className={css['curves']} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        <polygon data-side="buy" points={`${curves.buyers} 0,100`} />
        <polygon data-side="sell" points={`${curves.sellers} 100,100`} />
        <polyline data-side="buy" points={curves.buyers} />
        <polyline data-side="sell" points={curves.sellers} />
        {at !== null && <line x1={at} x2={at} y1="0" y2="100" />}
      </svg>
      <div className={css['axis']} aria-hidden>
        <span>{low}</span>
        <span>{high}</span>
        {at !== null && price !== null && (
          <span className={css['tag']} style={{ insetInlineStart: `${Math.min(85, Math.max(15, at))}%` }}>
            {formatNumber(price, { decimals: pair.priceDecimals })}
          </span>
        )}
      </div>
    </figure>
  );
}
