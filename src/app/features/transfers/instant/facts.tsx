import { useLingui } from '@lingui/react/macro';
import type { InstantTransfer } from '../../../../protocol/entities/movement.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { KeyValue } from '../../../ui/lists/KeyValue.tsx';

/** Everything there is to know of an instant transfer. */
export function InstantFacts({ transfer }: { transfer: InstantTransfer }) {
  const { t } = useLingui();
  const { direction, counterparty, remark, at, id } = transfer;
  return (
    <KeyValue
      roomy
      items={[
        { key: direction === 'out' ? t`To` : t`From`, value: counterparty },
        { key: t`Fee`, value: t({ message: 'None', context: 'a fee' }) },
        ...(remark === '' ? [] : [{ key: t`Remark`, value: remark }]),
        { key: t`Time`, value: `${formatTime(at, 'date')} ${formatTime(at, 'seconds')}` },
        { key: t`Number`, value: id },
      ]}
    />
  );
}
