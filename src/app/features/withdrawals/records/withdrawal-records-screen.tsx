import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowUpFromLine } from 'lucide-react';
import { useState } from 'react';
import type { Withdrawal } from '../../../../protocol/entities/withdrawal.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { Badge } from '../../../ui/lists/Badge.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { ListRow } from '../../../ui/lists/ListRow.tsx';
import { Amount } from '../../../ui/layout/Progress.tsx';
import { coinText } from '../../deposits/chain-labels.ts';
import { blocksOf } from '../../deposits/records/deposit-steps.ts';
import { useLiveRecords } from '../../deposits/records/live-records.ts';
import { chainsQuery } from '../../deposits/queries.ts';
import { RecordFilters, RecordsFrame } from '../../deposits/records/records-frame.tsx';
import { type WithdrawalFilter, withdrawalsQuery, withdrawalsRoot } from '../queries.ts';
import { WithdrawalSheet } from './withdrawal-sheet.tsx';
import { withdrawalLabels, withdrawalStates } from '../withdrawal-labels.ts';

/** Own withdrawals, as far as each is; those on their way go on while they are looked at. */
export function WithdrawalRecordsScreen({ filter }: { filter: WithdrawalFilter }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const records = useInfiniteQuery(withdrawalsQuery(filter));
  const chains = useQuery(chainsQuery);
  useLiveRecords(withdrawalsRoot, 'withdrawals');
  const [open, setOpen] = useState<string | null>(null);
  const assets = [...new Set(chains.data?.chains.map(({ asset }) => asset))];
  const opened = records.data?.pages.flatMap(({ list }) => list).find(({ id }) => id === open);
  return (
    <RecordsFrame
      title={t`Withdrawal records`}
      records={records}
      filtered={Object.keys(filter).length > 0}
      icon={ArrowUpFromLine}
      empty={t`Your withdrawals and their progress appear here.`}
      action={
        <Button kind="primary" href="#/pages/assets/mention">
          <Trans>Withdraw</Trans>
        </Button>
      }
      filters={
        <RecordFilters
          asset={filter.asset}
          state={filter.state}
          assets={assets}
          states={withdrawalStates.map((value) => ({ value, label: i18n._(withdrawalLabels[value].name) }))}
          onChange={(search) =>
            void navigate({ to: '/pages/assets/withdrawalRecord', search, replace: true, resetScroll: true })
          }
        />
      }
      render={(withdrawal, hidden) => <WithdrawalRow withdrawal={withdrawal} hidden={hidden} onOpen={setOpen} />}
    >
      <WithdrawalSheet withdrawal={opened ?? null} onClose={() => setOpen(null)} />
    </RecordsFrame>
  );
}

interface WithdrawalRowProps {
  withdrawal: Withdrawal;
  hidden: boolean;
  onOpen: (id: string) => void;
}

function WithdrawalRow({ withdrawal, hidden, onOpen }: WithdrawalRowProps) {
  const { i18n } = useLingui();
  const { asset, amount, state, at, confirmations, neededConfirmations } = withdrawal;
  const stateLabel = withdrawalLabels[state];
  return (
    <ListRow
      leading={<CoinIcon symbol={asset} />}
      title={asset}
      sub={state === 'sent' ? blocksOf(confirmations, neededConfirmations) : formatTime(at, 'dayTime')}
      value={<Amount hidden={hidden}>{coinText(amount, asset)}</Amount>}
      valueSub={<Badge tone={stateLabel.tone}>{i18n._(stateLabel.name)}</Badge>}
      chevron={false}
      aria-haspopup="dialog"
      onClick={() => onOpen(withdrawal.id)}
    />
  );
}
