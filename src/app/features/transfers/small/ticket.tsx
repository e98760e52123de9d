import { Plural, Trans } from '@lingui/react/macro';
import { conversionQuoteMs } from '#protocol/core/limits.ts';
import { addDecimals } from '#protocol/core/decimal.ts';
import { formatAmount, minus } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { conversionFeeText } from '../convert/facts.tsx';
import css from './small.module.css';
import type { SmallEntry } from './state.ts';

/** Places of what small balances bring: at two the fee would read as nothing. */
export const smallPlaces = 4;

/** What the chosen balances come to: their sum, the fee, and what is received. */
export function SmallTicket({ entry, into }: { entry: SmallEntry; into: string }) {
  const { chosen, sums, held, offer } = entry;
  const count = chosen.length;
  const feeShare = conversionFeeText();
  const shown = (value: string) => formatAmount(value, smallPlaces);
  const quotedAt = offer?.quote == null ? null : formatTime(offer.quote.expiresAt - conversionQuoteMs, 'seconds');
  const [before, after] = [formatAmount(held), formatAmount(addDecimals(held, sums.receives))];
  return (
    <dl className={css['ticket']}>
      <div>
        <dt>
          <Plural value={count} one="# balance" other="# balances" />
          {quotedAt !== null && (
            <span className={css['quoted']}>
              <Trans>at the prices of {quotedAt}</Trans>
            </span>
          )}
        </dt>
        <dd>{shown(sums.worth)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Fee ({feeShare})</Trans>
        </dt>
        <dd>
          {minus}
          {shown(sums.fee)}
        </dd>
      </div>
      <div className={css['total']}>
        <dt>
          <Trans>You receive</Trans>
        </dt>
        <dd>
          <b>{shown(sums.receives)}</b> <small>{into}</small>
        </dd>
      </div>
      <div className={css['wallet']}>
        <dt>
          <Trans>
            Spot wallet: {before} becomes {after}
          </Trans>
        </dt>
      </div>
    </dl>
  );
}
