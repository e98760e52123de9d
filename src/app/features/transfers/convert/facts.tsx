import { Trans, useLingui } from '@lingui/react/macro';
import { conversionFee } from '#protocol/core/limits.ts';
import { formatNumber, formatShare } from '#app/platform/format/number-format.ts';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import type { LiveQuote } from './live-quote.ts';
import css from '../transfers.module.css';

/** The share that a conversion costs, as in `0.1%`. */
export function conversionFeeText(): string {
  return formatShare(conversionFee, 1);
}

/** What is got, at what rate, for what fee, and how long that holds; the room is there before there is a rate. */
export function QuoteFacts({ to, quoted }: { to: string; quoted: LiveQuote }) {
  const { t } = useLingui();
  const { quote } = quoted;
  const feeShare = conversionFeeText();
  return (
    <>
      <dl className={css['get']}>
        <dt>
          <Trans>You receive</Trans>
        </dt>
        <dd className={css['amount']}>{quote === null ? '–' : `${formatNumber(quote.receives)} ${to}`}</dd>
      </dl>
      <KeyValue
        items={[
          {
            key: t`Rate`,
            value: quote === null ? '–' : `1 ${quote.from} = ${formatNumber(quote.rate)} ${quote.to}`,
          },
          { key: t`Fee (${feeShare})`, value: quote === null ? '–' : `${formatNumber(quote.fee)} ${quote.to}` },
          { key: t`Rate valid for`, value: <QuoteCountdown quoted={quoted} /> },
        ]}
      />
    </>
  );
}

/** How long the rate still holds, or that a new one is coming. */
export function QuoteCountdown({ quoted: { quote, seconds, renewing } }: { quoted: LiveQuote }) {
  if (quote === null) return renewing ? <Trans>Renewing…</Trans> : '–';
  // One that was sent and not answered is not renewed.
  if (seconds === 0) return '–';
  return (
    <span className={css['count']}>
      <Trans>{seconds} s, then renewed</Trans>
    </span>
  );
}
