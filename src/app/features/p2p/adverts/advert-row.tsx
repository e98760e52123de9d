import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OwnAdvert } from '#protocol/p2p/entities/trade.ts';
import { subtractDecimals } from '#protocol/core/decimal.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { formatCoins, formatFiatPrice, formatLimits } from '../parts/fiat-money.ts';
import css from './adverts.module.css';

interface AdvertRowProps {
  readonly advert: OwnAdvert;
  /** Where a tap leads: its terms in the form. */
  readonly href: string;
  /** At the right: a button, a badge. */
  readonly trailing?: ReactNode;
}

/** An own advert in a row: side and price now, what is left of it, its limits. */
export function AdvertRow({ advert, href, trailing }: AdvertRowProps) {
  const { t } = useLingui();
  const { side, asset, currency, price, available, min, max } = advert;
  return (
    <div className={css['row']}>
      <a className={css['rowLink']} href={href}>
        <CoinIcon symbol={asset} />
        <span className={css['rowText']}>
          <span className={css['rowPrice']}>
            <Badge tone={side === 'buy' ? 'up' : 'down'}>{side === 'buy' ? t`Buy` : t`Sell`}</Badge>
            <b>{price === null ? '–' : formatFiatPrice(price, currency)}</b>
            <small>
              <PricedBy advert={advert} />
            </small>
          </span>
          <span className={css['rowFacts']}>
            {formatCoins(available, asset)}, {formatLimits(min, max, currency)}
          </span>
        </span>
      </a>
      {trailing}
    </div>
  );
}

/** How it is priced: fixed, or by how much over or under the index. */
function PricedBy({ advert: { percent, paused } }: Pick<AdvertRowProps, 'advert'>) {
  if (paused) return <Trans context="advert">paused</Trans>;
  if (percent === null) return <Trans>fixed</Trans>;
  const premium = subtractDecimals(percent, '100');
  if (premium === '0') return <Trans>at the index</Trans>;
  const isUnder = premium.startsWith('-');
  const apart = `${formatNumber(isUnder ? premium.slice(1) : premium, { decimals: 2 })}%`;
  return isUnder ? <Trans>{apart} under index</Trans> : <Trans>{apart} over index</Trans>;
}
