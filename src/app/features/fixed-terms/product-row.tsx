import { Trans, useLingui } from '@lingui/react/macro';
import { dayMs } from '../../../protocol/core/durations.ts';
import type { FixedProduct } from '../../../protocol/fixed-terms/entities.ts';
import { compareDecimals, divideDecimals } from '../../../protocol/core/decimal.ts';
import { formatCompact, formatNumber } from '../../platform/format/number-format.ts';
import { Badge } from '../../ui/lists/Badge.tsx';
import { CoinIcon } from '../../ui/lists/CoinIcon.tsx';
import { useIsAwaited } from '../stock-alerts/queries.ts';
import { ppmText } from './amounts.ts';
import css from './fixed-terms.module.css';
import { yearlyOf } from './growth.ts';
import { cycleLabels } from './labels.ts';
import { lengthText } from './length-text.ts';

/** Whether less is left than one may put in. */
export function isSoldOut({ left, minimum }: Pick<FixedProduct, 'left' | 'minimum'>): boolean {
  return compareDecimals(left, minimum) < 0;
}

/** A product on sale: its cycle, rate and limits, and how much of its quota is left. */
export function ProductRow({ product }: { readonly product: FixedProduct }) {
  const { i18n, t } = useLingui();
  const { asset, cycle, ratePpm, minimum, maximum, quota, taken, left, limitedBy } = product;
  const isOut = isSoldOut(product);
  const length = lengthText(product);
  const year = ppmText(yearlyOf(product));
  const share = Number(divideDecimals(taken, quota, 4));
  const rest = formatCompact(left, 2);
  const isAwaited = useIsAwaited({ product: 'fixed-term', item: product.id }) === true;
  return (
    <a className={css['row']} href={`#/pages/financial/financial?product=${product.id}`} data-out={isOut || undefined}>
      <CoinIcon symbol={asset} />
      <span className={css['words']}>
        <span className={css['line']}>
          <span className={css['name']}>
            {i18n._(cycleLabels[cycle])}{' '}
            <small>
              {asset}, {length}
            </small>{' '}
            {product.dayMs !== dayMs && <Badge tone="practice">{t`Practice`}</Badge>}{' '}
            {isOut && <Badge>{t`Sold out`}</Badge>}
          </span>
          <span className={css['rate']}>{ppmText(BigInt(ratePpm))}</span>
        </span>
        <span className={css['line']}>
          <span>
            {formatNumber(minimum)} – {formatNumber(maximum)}
          </span>
          <span className={css['right']}>
            {product.dayMs === dayMs ? <Trans>{year} a year</Trans> : <Trans>each cycle</Trans>}
          </span>
        </span>
        <span className={css['line']}>
          <span className={css['quota']} aria-hidden>
            <span style={{ width: `${isOut ? 100 : Math.min(100, share * 100)}%` }} />
          </span>
          <span className={css['right']}>
            {!isOut ? (
              <Trans>{rest} left</Trans>
            ) : isAwaited ? (
              <Trans>you’ll be notified</Trans>
            ) : limitedBy === 'cover' ? (
              <Trans>no capacity left</Trans>
            ) : (
              <Trans>quota is full</Trans>
            )}
          </span>
        </span>
      </span>
    </a>
  );
}
