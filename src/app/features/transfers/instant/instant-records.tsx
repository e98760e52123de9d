import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDownLeft, ArrowUpRight, Send } from 'lucide-react';
import { useState } from 'react';
import type { InstantTransfer } from '#protocol/wallets/entities/movement.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Chip, ChipRow } from '#app/ui/controls/Chips.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Amount } from '#app/ui/layout/Progress.tsx';
import { Card, Stack } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { useFollowedBalances } from '#app/features/assets/followed-balances.ts';
import { InstantFacts } from './facts.tsx';
import css from '../transfers.module.css';
import { instantRoot, instantTransfersQuery } from '../queries.ts';
import { RecordList } from '#app/features/loading/record-list.tsx';

const ownTransfers = [instantRoot];

/** Instant transfers, newest first, all of them or one direction. */
export function InstantRecords() {
  const { t } = useLingui();
  const [direction, setDirection] = useState<'in' | 'out' | null>(null);
  const [open, setOpen] = useState<InstantTransfer | null>(null);
  const choices = [
    { id: null, label: t`All` },
    { id: 'out', label: t({ message: 'Sent', context: 'money' }) },
    { id: 'in', label: t`Received` },
  ] as const;
  useFollowedBalances(ownTransfers, true);
  return (
    <>
      <ChipRow label={t`Direction`}>
        {choices.map(({ id, label }) => (
          <Chip key={label} pressed={direction === id} onClick={() => setDirection(id)}>
            {label}
          </Chip>
        ))}
      </ChipRow>
      <Transfers direction={direction} onOpen={setOpen} />
      <Sheet
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open?.direction === 'in' ? t`Received` : t({ message: 'Sent', context: 'money' })}
      >
        {open !== null && (
          <Stack gap={3} inset>
            <p className={css['moved']}>
              {formatNumber(open.amount)} {open.asset}
            </p>
            <Card bare>
              <InstantFacts transfer={open} />
            </Card>
          </Stack>
        )}
      </Sheet>
    </>
  );
}

interface TransfersProps {
  direction: 'in' | 'out' | null;
  onOpen: (transfer: InstantTransfer) => void;
}

function Transfers({ direction, onOpen }: TransfersProps) {
  const { t } = useLingui();
  const records = useInfiniteQuery(instantTransfersQuery(direction));
  const hidden = useObservable(amountsHidden);
  return (
    <RecordList
      label={t`Instant transfers`}
      query={records}
      items={records.data?.pages.flatMap((page) => page.list)}
      failed={<Trans>Records did not load</Trans>}
      empty={
        <EmptyState icon={Send} title={t`No transfers yet`} text={t`Transfers you send or receive appear here.`} />
      }
      keyOf={({ id }) => id}
      rowHeight={64}
      render={(transfer) => <Row transfer={transfer} hidden={hidden} onOpen={onOpen} />}
    />
  );
}

interface RowProps {
  transfer: InstantTransfer;
  hidden: boolean;
  onOpen: (transfer: InstantTransfer) => void;
}

function Row({ transfer, hidden, onOpen }: RowProps) {
  const { t } = useLingui();
  const { direction, counterparty, amount, asset, remark, at } = transfer;
  const out = direction === 'out';
  return (
    <ListRow
      leading={<IconTile icon={out ? ArrowUpRight : ArrowDownLeft} />}
      title={out ? t`To ${counterparty}` : t`From ${counterparty}`}
      sub={`${formatTime(at, 'date')} ${formatTime(at, 'time')}`}
      value={
        <Amount hidden={hidden}>
          {formatNumber(out ? `-${amount}` : amount, { sign: 'always' })} {asset}
        </Amount>
      }
      {...(remark === '' ? {} : { valueSub: <span className={css['remark']}>{remark}</span> })}
      chevron={false}
      aria-haspopup="dialog"
      onClick={() => onOpen(transfer)}
    />
  );
}
