import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowDownToLine } from 'lucide-react';
import { useState } from 'react';
import type { Deposit } from '../../../../protocol/entities/deposit.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { Badge } from '../../../ui/lists/Badge.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { ListRow } from '../../../ui/lists/ListRow.tsx';
import { Amount } from '../../../ui/layout/Progress.tsx';
import { coinText } from '../chain-labels.ts';
import { DepositSheet } from './deposit-sheet.tsx';
import { blocksOf } from './deposit-steps.ts';
import { countsBlocks, depositLabels, depositStates } from '../deposit-labels.ts';
import { useLiveRecords } from './live-records.ts';
import { chainsQuery, type DepositFilter, depositsQuery, depositsRoot } from '../queries.ts';
import { RecordFilters, RecordsFrame } from './records-frame.tsx';

/** Own deposits, as far as each is; those on their way go on while they are looked at. */
export function DepositRecordsScreen({ filter }: { filter: DepositFilter }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const records = useInfiniteQuery(depositsQuery(filter));
  const chains = useQuery(chainsQuery);
  useLiveRecords(depositsRoot, 'deposits');
  const [open, setOpen] = useState<string | null>(null);
  const assets = [...new Set(chains.data?.chains.map(({ asset }) => asset))];
  const opened = records.data?.pages.flatMap(({ list }) => list).find(({ id }) => id === open);
  return (
    <RecordsFrame
      title={t`Deposit records`}
      records={records}
      filtered={Object.keys(filter).length > 0}
      icon={ArrowDownToLine}
      empty={t`Your deposits and their progress appear here.`}
      action={
        <Button kind="primary" href="#/pages/assets/charge_list">
          <Trans>Deposit</Trans>
        </Button>
      }
      filters={
        <RecordFilters
          asset={filter.asset}
          state={filter.state}
          assets={assets}
          states={depositStates.map((value) => ({ value, label: i18n._(depositLabels[value].name) }))}
          onChange={(search) =>
            void navigate({ to: '/pages/assets/rechargeRecord', search, replace: true, resetScroll: true })
          }
        />
      }
      render={(deposit, hidden) => <DepositRow deposit={deposit} hidden={hidden} onOpen={setOpen} />}
    >
      <DepositSheet deposit={opened ?? null} onClose={() => setOpen(null)} />
    </RecordsFrame>
  );
}

interface DepositRowProps {
  deposit: Deposit;
  hidden: boolean;
  onOpen: (id: string) => void;
}

function DepositRow({ deposit, hidden, onOpen }: DepositRowProps) {
  const { i18n } = useLingui();
  const { asset, amount, state, at, confirmations, freeConfirmations } = deposit;
  const stateLabel = depositLabels[state];
  return (
    <ListRow
      leading={<CoinIcon symbol={asset} />}
      title={asset}
      sub={countsBlocks(deposit) ? blocksOf(confirmations, freeConfirmations) : formatTime(at, 'dayTime')}
      value={<Amount hidden={hidden}>{coinText(amount, asset)}</Amount>}
      valueSub={<Badge tone={stateLabel.tone}>{i18n._(stateLabel.name)}</Badge>}
      chevron={false}
      aria-haspopup="dialog"
      onClick={() => onOpen(deposit.id)}
    />
  );
}
