import { memo } from 'react';
import type { WalletRecord } from '../../../../protocol/wallets/entities/wallet.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { IconTile, ListRow } from '../../../ui/lists/ListRow.tsx';
import { Amount } from '../../../ui/layout/Progress.tsx';
import { kindLabels } from './record-labels.ts';
import { useRecordText } from './use-record-text.ts';

interface RecordRowProps {
  record: WalletRecord;
  hidden: boolean;
  onOpen: (record: WalletRecord) => void;
}

/** One record: what it was, what it came to, how it stands, and when. */
export const RecordRow = memo(function RecordRow({ record, hidden, onOpen }: RecordRowProps) {
  const { title, amount, note, noteIsAmount } = useRecordText()(record);
  return (
    <ListRow
      leading={<IconTile icon={kindLabels[record.kind].icon} />}
      title={title}
      sub={formatTime(record.at, 'seconds')}
      value={<Amount hidden={hidden}>{amount}</Amount>}
      {...(note === null ? {} : { valueSub: noteIsAmount ? <Amount hidden={hidden}>{note}</Amount> : note })}
      chevron={false}
      aria-haspopup="dialog"
      onClick={() => onOpen(record)}
    />
  );
});
