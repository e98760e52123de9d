import { useLingui } from '@lingui/react/macro';
import type { InstantTransfer } from '#protocol/wallets/entities/movement.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { hasName } from './recipient-rows.ts';

/** Everything there is to know of an instant transfer. */
export function InstantFacts({ transfer }: { transfer: InstantTransfer }) {
  const { t } = useLingui();
  const { direction, counterparty, counterpartyId, remark, at, id } = transfer;
  return (
    <KeyValue
      roomy
      items={[
        { key: direction === 'out' ? t`To` : t`From`, value: counterparty },
        ...(hasName(counterparty, counterpartyId) ? [{ key: t`User ID`, value: counterpartyId }] : []),
        { key: t`Fee`, value: t({ message: 'None', context: 'a fee' }) },
        ...(remark === '' ? [] : [{ key: t`Remark`, value: remark }]),
        { key: t`Time`, value: `${formatTime(at, 'date')} ${formatTime(at, 'seconds')}` },
        { key: t`Number`, value: id },
      ]}
    />
  );
}
