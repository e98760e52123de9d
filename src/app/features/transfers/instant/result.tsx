import { Trans, useLingui } from '@lingui/react/macro';
import type { InstantTransfer } from '../../../../protocol/wallets/entities/movement.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { Card } from '../../../ui/layout/Section.tsx';
import { ReceiptHeadline, ReceiptSheet } from '../receipt-sheet.tsx';
import { InstantFacts } from './facts.tsx';

/** That it was sent, and to whom. */
export function PayResult({ paid, onClose }: { paid: InstantTransfer | null; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <ReceiptSheet result={paid} title={t({ message: 'Sent', context: 'money' })} onClose={onClose}>
      {(transfer) => (
        <>
          <ReceiptHeadline amount={`${formatNumber(transfer.amount)} ${transfer.asset}`}>
            <Trans>Arrived at {transfer.counterparty}</Trans>
          </ReceiptHeadline>
          <Card bare>
            <InstantFacts transfer={transfer} />
          </Card>
        </>
      )}
    </ReceiptSheet>
  );
}
