import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ConversionQuote } from '#protocol/wallets/entities/movement.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { SubmitFailure } from '#app/features/outcomes/submit-failure.tsx';
import type { LiveQuote } from './live-quote.ts';
import css from '../transfers.module.css';
import type { ConvertSubmit } from './submit.ts';
import { conversionFeeText, QuoteCountdown } from './facts.tsx';

interface ConvertConfirmProps {
  open: boolean;
  quoted: LiveQuote;
  submit: Pick<ConvertSubmit, 'busy' | 'held' | 'error'>;
  reachable: boolean;
  practice: boolean;
  onClose: () => void;
  onSend: () => void;
}

/** Everything a conversion means, at the rate that holds now; a renewed rate is said. */
export function ConvertConfirm({ open, quoted, submit, reachable, practice, onClose, onSend }: ConvertConfirmProps) {
  const { t } = useLingui();
  const failure = useFailureText(submit.error);
  const last = useLastQuote(open, quoted.quote);
  const receives = last === null ? '' : `${formatNumber(last.quote.receives)} ${last.quote.to}`;
  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={t`Confirm conversion`}
      failure={
        <SubmitFailure
          held={submit.held}
          failure={failure}
          announced={<Trans>Nothing was converted. {failure}</Trans>}
        />
      }
      send={{
        busy: submit.busy,
        disabledReason: !reachable
          ? t`No connection. Convert when you are back online.`
          : quoted.quote === null
            ? t`The rate is being renewed.`
            : undefined,
        ...(practice ? { detail: t`practice` } : {}),
        label: <Trans>Convert to {receives}</Trans>,
      }}
      onSend={onSend}
    >
      {last !== null && <QuoteTerms quote={last.quote} quoted={quoted} />}
      <LiveRegion>{last?.renewed === true ? <Trans>The rate was renewed: {receives}</Trans> : null}</LiveRegion>
    </ConfirmSheet>
  );
}

function QuoteTerms({ quote, quoted }: { quote: ConversionQuote; quoted: LiveQuote }) {
  const { t } = useLingui();
  const feeShare = conversionFeeText();
  const given = `${formatNumber(quote.amount)} ${quote.from}`;
  return (
    <>
      <Headline leading={<CoinIcon symbol={quote.from} size={44} />} amount={given}>
        <Trans>Convert to {quote.to}</Trans>
      </Headline>
      <FactsCard
        items={[
          { key: t`Rate`, value: `1 ${quote.from} = ${formatNumber(quote.rate)} ${quote.to}` },
          { key: t`Fee (${feeShare})`, value: `${formatNumber(quote.fee)} ${quote.to}` },
          { key: t`You receive`, value: `${formatNumber(quote.receives)} ${quote.to}` },
          { key: t`Rate valid for`, value: <QuoteCountdown quoted={quoted} /> },
        ]}
      />
      <p className={classNames(css['note'], css['below'])}>
        <Trans>The rate is renewed when it expires. You convert at the rate shown when you tap.</Trans>
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
