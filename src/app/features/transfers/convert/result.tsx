import { Trans, useLingui } from '@lingui/react/macro';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { FactsCard } from '../../../ui/lists/FactsCard.tsx';
import type { Converted } from '../mutations.ts';
import { ReceiptHeadline, ReceiptSheet } from '../receipt-sheet.tsx';

interface ConvertResultProps {
  converted: Converted | null;
  onClose: () => void;
}

/** What became of what. */
export function ConvertResult({ converted, onClose }: ConvertResultProps) {
  const { t } = useLingui();
  return (
    <ReceiptSheet result={converted} title={t`Converted`} onClose={onClose}>
      {(result) => <Facts {...result} />}
    </ReceiptSheet>
  );
}

function Facts({ quote, at }: Converted) {
  const { t } = useLingui();
  return (
    <>
      <ReceiptHeadline amount={`${formatNumber(quote.receives)} ${quote.to}`}>
        <Trans>In your spot wallet</Trans>
      </ReceiptHeadline>
      <FactsCard
        items={[
          { key: t`Paid`, value: `${formatNumber(quote.amount)} ${quote.from}` },
          { key: t`Rate`, value: `1 ${quote.from} = ${formatNumber(quote.rate)} ${quote.to}` },
          { key: t`Fee`, value: `${formatNumber(quote.fee)} ${quote.to}` },
          { key: t`Time`, value: `${formatTime(at, 'date')} ${formatTime(at, 'time')}` },
        ]}
      />
    </>
  );
}
