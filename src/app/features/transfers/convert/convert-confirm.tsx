import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ConversionQuote } from '../../../../protocol/entities/movement.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import type { Outcome } from '../../../platform/pending-outcomes/open-outcomes.ts';
import { useFailureText } from '../../../platform/api/refusal-text.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { KeyValue } from '../../../ui/lists/KeyValue.tsx';
import { Card } from '../../../ui/layout/Section.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { LiveRegion } from '../../../ui/layout/VisuallyHidden.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { HeldBanner } from '../../outcomes/held-outcome.tsx';
import type { LiveQuote } from './live-quote.ts';
import css from '../transfers.module.css';
import { conversionFeeText, QuoteCountdown } from './quote-facts.tsx';

export interface ConvertConfirmProps {
  open: boolean;
  quoted: LiveQuote;
  busy: boolean;
  error: unknown;
  /** A conversion of which nobody knows yet whether it was made. */
  held: Outcome | null;
  reachable: boolean;
  practice: boolean;
  onClose: () => void;
  onSend: () => void;
}

/** Everything a conversion means, at the rate that holds now; a renewed rate is said. */
export function ConvertConfirm(props: ConvertConfirmProps) {
  const { t } = useLingui();
  const { open, quoted, busy, error, held, reachable, practice, onClose, onSend } = props;
  const failure = useFailureText(error);
  const shown = useLastQuote(open, quoted.quote);
  const receives = shown === null ? '' : `${formatNumber(shown.quote.receives)} ${shown.quote.to}`;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Confirm conversion`}
      footer={
        <>
          <HeldBanner held={held} />
          {failure !== null && (
            <div className={css['told']}>
              <Banner tone="danger" inset>
                {failure}
              </Banner>
            </div>
          )}
          <LiveRegion urgent>{failure === null ? null : <Trans>Nothing was converted. {failure}</Trans>}</LiveRegion>
          <Button
            kind="primary"
            size="l"
            busy={busy}
            busyLabel={t`Sending…`}
            disabledReason={
              !reachable
                ? t`No connection. Convert when it is back.`
                : quoted.quote === null
                  ? t`The rate is being renewed.`
                  : undefined
            }
            {...(practice ? { detail: t`practice` } : {})}
            onClick={onSend}
          >
            <Trans>Convert to {receives}</Trans>
          </Button>
        </>
      }
    >
      {shown !== null && <QuoteTerms quote={shown.quote} quoted={quoted} />}
      <LiveRegion>{shown?.renewed === true ? <Trans>The rate was renewed: {receives}</Trans> : null}</LiveRegion>
    </Sheet>
  );
}

function QuoteTerms({ quote, quoted }: { quote: ConversionQuote; quoted: LiveQuote }) {
  const { t } = useLingui();
  const feeShare = conversionFeeText();
  const given = `${formatNumber(quote.amount)} ${quote.from}`;
  return (
    <>
      <div className={css['headline']}>
        <CoinIcon symbol={quote.from} size={44} />
        <div>
          <p className={css['quantity']}>{given}</p>
          <p className={css['what']}>
            <Trans>Convert to {quote.to}</Trans>
          </p>
        </div>
      </div>
      <Card bare>
        <KeyValue
          roomy
          items={[
            { key: t`Rate`, value: `1 ${quote.from} = ${formatNumber(quote.rate)} ${quote.to}` },
            { key: t`Fee (${feeShare})`, value: `${formatNumber(quote.fee)} ${quote.to}` },
            { key: t`You receive`, value: `${formatNumber(quote.receives)} ${quote.to}` },
            { key: t`Rate holds for`, value: <QuoteCountdown quoted={quoted} /> },
          ]}
        />
      </Card>
      <p className={classNames(css['note'], css['below'])}>
        <Trans>The rate is renewed when it ends. You convert at the one you see when you tap.</Trans>
      </p>
    </>
  );
}

/** The newest rate since the sheet opened: while the next one is fetched the last stays, and is not for sale. */
function useLastQuote(open: boolean, quote: ConversionQuote | null) {
  const [last, setLast] = useState<{ readonly quote: ConversionQuote; readonly renewed: boolean } | null>(null);
  if (!open && last !== null) setLast(null);
  else if (open && quote !== null && last?.quote.id !== quote.id) setLast({ quote, renewed: last !== null });
  return last;
}
