import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Pair } from '../../../../protocol/market-data/entities/market.ts';
import { depthLevelsMax } from '../../../../protocol/core/limits.ts';
import {
  compareDecimals,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
} from '../../../../protocol/core/decimal.ts';
import { formatNumber, formatPercent } from '../../../platform/format/number-format.ts';
import { useAuction, useDepth, useIsPolled, useServerNow, useStale } from '../../../platform/stream/stream-hooks.ts';
import { LeftText } from '../left-text.tsx';
import css from './auction.module.css';
import { useAuctionPhase } from './auction-phase.ts';
import { AuctionPicture } from './auction-picture.tsx';

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
