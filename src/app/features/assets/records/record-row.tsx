import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import type { LedgerEntry } from '../../../../protocol/entities/wallet.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { IconTile, ListRow } from '../../../ui/lists/ListRow.tsx';
import { Amount } from '../../../ui/layout/Progress.tsx';
import { kindLabels } from './record-labels.ts';
import { partNames } from '../wallet-labels.ts';

export interface RecordRowProps {
  entry: LedgerEntry;
  hidden: boolean;
  onOpen: (entry: LedgerEntry) => void;
}

/** One ledger entry: what it was, what the part of the balance gained or lost, and when. */
export const RecordRow = memo(function RecordRow({ entry, hidden, onOpen }: RecordRowProps) {
  const { i18n } = useLingui();
  const label = kindLabels[entry.kind];
  return (
    <ListRow
      leading={<IconTile icon={label.icon} />}
      title={i18n._(label.name)}
      sub={formatTime(entry.at, 'seconds')}
      value={
        <Amount hidden={hidden}>
          {formatNumber(entry.amount, { sign: 'always' })} {entry.asset}
        </Amount>
      }
      valueSub={i18n._(partNames[entry.part])}
      chevron={false}
      aria-haspopup="dialog"
      onClick={() => onOpen(entry)}
    />
  );
});
