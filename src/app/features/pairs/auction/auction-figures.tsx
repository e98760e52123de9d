import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { depthLevelsMax } from '#protocol/core/limits.ts';
import { compareDecimals, divideDecimals, multiplyDecimals, subtractDecimals } from '#protocol/core/decimal.ts';
import { formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import type { DepthView } from '#app/platform/stream/book.ts';
import { useAuction, useDepth, useIsPolled, useServerNow, useStale } from '#app/platform/stream/stream-hooks.ts';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { LeftText } from '../left-text.tsx';
import css from './auction.module.css';
import { useAuctionPhase } from './auction-phase.ts';
import { auctionCurves } from './curves.ts';

/** Time until the opening of a pair. */
function OpeningClock({ pair }: { pair: Pair }) {
  const now = useServerNow();
  return (
    <span className={css['clock']} role="timer" aria-live="off">
      <LeftText until={pair.opensAt ?? 0} now={now} />
    </span>
  );
}

interface AuctionFiguresProps {
  readonly pair: Pair;
  /** A price to compare with, as what the coin was sold at; null for none. */
  readonly over: string | null;
  /** Buyers and sellers over the price. */
  readonly picture: boolean;
}

/** What a call auction would come to if it ended now: price, quantity, and both sides over the price. */
export function AuctionFigures({ pair, over, picture }: AuctionFiguresProps) {
  const phase = useAuctionPhase(pair);
  const auction = useAuction(pair.id);
  const stale = useStale(`depth:${pair.id}`);
  const depth = useDepth(picture ? pair.id : null, depthLevelsMax);
  const price = auction?.price ?? null;
  // No call has what the auction would come to.
  const isPolled = useIsPolled();
  return (
    <div className={css['figures']}>
      <div className={css['line']}>
        <p className={css['title']}>
          {phase === 'opening' ? (
            <Trans>
              {pair.base}/{pair.quote} is opening
            </Trans>
          ) : (
            <Trans>
              {pair.base}/{pair.quote} opens in
            </Trans>
          )}
        </p>
        {phase === 'call' && <OpeningClock pair={pair} />}
      </div>
      <div className={css['line']} data-stale={stale || undefined}>
        <div>
          <p className={css['label']}>
            <Trans>Indicative price</Trans>
          </p>
          <p className={css['price']}>
            {price === null && isPolled ? (
              '–'
            ) : price === null ? (
              <Trans>No price yet</Trans>
            ) : (
              formatNumber(price, { decimals: pair.priceDecimals })
            )}
          </p>
        </div>
        {price !== null && auction !== null && (
          <div className={css['right']}>
            {over !== null && <ChangeOver price={price} over={over} stale={stale} />}
            <p className={css['label']}>
              <Trans>
                {formatNumber(auction.amount)} {pair.base} would trade
              </Trans>
            </p>
          </div>
        )}
      </div>
      {depth !== null && <AuctionPicture pair={pair} depth={depth} price={price} />}
    </div>
  );
}

function ChangeOver({ price, over, stale }: { price: string; over: string; stale: boolean }): ReactNode {
  const direction = compareDecimals(price, over);
  const change = multiplyDecimals(subtractDecimals(price, over), '100', 18);
  const percent = formatPercent(divideDecimals(change, over, 2));
  return (
    <p className={css['change']} data-way={stale ? 0 : direction}>
      <Trans>
        {percent} over {formatNumber(over)}
      </Trans>
    </p>
  );
}

/** Buyers and sellers cumulated by price, and where they cross. */
function AuctionPicture({ pair, depth, price }: { pair: Pair; depth: DepthView; price: string | null }) {
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
