import { Trans, useLingui } from '@lingui/react/macro';
import { formatAmount, formatNumber } from '../../../platform/format/number-format.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { FactsCard } from '../../../ui/lists/FactsCard.tsx';
import type { SmallConverted } from '../mutations.ts';
import { ReceiptHeadline, ReceiptSheet } from '../receipt-sheet.tsx';
import css from './small.module.css';
import { smallPlaces } from './ticket.tsx';

interface SmallReceiptSheetProps {
  converted: SmallConverted | null;
  onClose: () => void;
}

/** What became of the small balances, coin by coin. */
export function SmallReceiptSheet({ converted, onClose }: SmallReceiptSheetProps) {
  const { t } = useLingui();
  return (
    <ReceiptSheet result={converted} title={t`Converted`} onClose={onClose}>
      {(result) => <Facts {...result} />}
    </ReceiptSheet>
  );
}

function Facts({ small: { into, balances, fee, receives }, at }: SmallConverted) {
  const { t } = useLingui();
  return (
    <div className={css['receipt']}>
      <ReceiptHeadline amount={`${formatNumber(receives)} ${into}`}>
        <Trans>In your spot wallet</Trans>
      </ReceiptHeadline>
      <FactsCard
        items={balances.map(({ asset, amount, worth }) => ({
          id: asset,
          key: `${formatNumber(amount)} ${asset}`,
          value: `${formatAmount(worth, smallPlaces)} ${into}`,
        }))}
      />
      <FactsCard
        items={[
          { key: t`Fee`, value: `${formatNumber(fee)} ${into}` },
          { key: t`Time`, value: `${formatTime(at, 'date')} ${formatTime(at, 'time')}` },
        ]}
      />
    </div>
  );
}
