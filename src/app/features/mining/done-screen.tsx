import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fan, ReceiptText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { RecordsScreen } from '../loading/records-screen.tsx';
import { OwnAmount } from '../order-entry/own-amount.tsx';
import { laterSheet } from '../shell/later-part.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { numberText } from './amounts.ts';
import { MinerPicture } from './miner-picture.tsx';
import { doneQuery } from './queries.ts';

const MinerSheet = laterSheet(() => import('./miner-sheet.tsx'), 'MinerSheet');

/** Own miners whose last income was collected. */
export function DoneScreen() {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const done = useInfiniteQuery(doneQuery);
  const now = useServerNow(60_000);
  const [open, setOpen] = useState<string | null>(null);
  return (
    <RecordsScreen
      title={t`Mining records`}
      actions={<IconButton icon={ReceiptText} label={t`Cash flow`} href="#/pages/assets/Assetrecords?wallet=mining" />}
      query={done}
      items={done.data?.pages.flatMap(({ list }) => list)}
      failed={<Trans>Your records did not load</Trans>}
      coins
      rows={4}
      empty={
        <EmptyState
          icon={Fan}
          title={<Trans>No miners have ended yet</Trans>}
          text={<Trans>Miners move here once their last income is collected.</Trans>}
        />
      }
      keyOf={({ id }) => id}
      rowHeight={64}
      render={(miner) => (
        <ListRow
          leading={<MinerPicture power={miner.power} />}
          title={`${miner.name} ${t`No. ${numberText(miner.number)}`}`}
          sub={t`Bought ${formatTime(miner.boughtAt, 'dayTime')}`}
          value={<OwnAmount>{amountOf(miner.collected, miner.asset)}</OwnAmount>}
          valueSub={<Trans>collected</Trans>}
          aria-haspopup="dialog"
          onClick={() => setOpen(miner.id)}
        />
      )}
    >
      <Suspense>
        <MinerSheet id={open} onClose={() => setOpen(null)} now={now} />
      </Suspense>
    </RecordsScreen>
  );
}
