import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import type { LedgerEntry } from '../../../contract/entities/wallet.ts';
import { formatNumber } from '../../platform/number-format.ts';
import { formatTime } from '../../platform/time-format.ts';
import { IconTile, ListRow } from '../../ui/ListRow.tsx';
import { Amount } from '../../ui/Progress.tsx';
import { kindFaces } from './record-words.ts';
import { partNames } from './wallet-words.ts';

export interface RecordRowProps {
  entry: LedgerEntry;
  hidden: boolean;
  onOpen: (entry: LedgerEntry) => void;
}

/** One ledger entry: what it was, what the part of the balance gained or lost, and when. */
export const RecordRow = memo(function RecordRow({ entry, hidden, onOpen }: RecordRowProps) {
  const { i18n } = useLingui();
  const face = kindFaces[entry.kind];
  return (
    <ListRow
      leading={<IconTile icon={face.icon} />}
      title={i18n._(face.name)}
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
