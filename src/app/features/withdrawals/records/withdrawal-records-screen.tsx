import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowUpFromLine } from 'lucide-react';
import { Button } from '#app/ui/controls/Button.tsx';
import { blocksOf } from '#app/features/deposits/records/deposit-steps.ts';
import { MovementRecords } from '#app/features/deposits/records/movement-records.tsx';
import { type WithdrawalFilter, withdrawalsQuery, withdrawalsRoot } from '../queries.ts';
import { withdrawalLabels } from '../withdrawal-labels.ts';
import { WithdrawalSheet } from './withdrawal-sheet.tsx';

/** Own withdrawals, as far as each is. */
export function WithdrawalRecordsScreen({ filter }: { filter: WithdrawalFilter }) {
  const { t } = useLingui();
  return (
    <MovementRecords
      path="/pages/assets/withdrawalRecord"
      title={t`Withdrawal records`}
      records={useInfiniteQuery(withdrawalsQuery(filter))}
      root={withdrawalsRoot}
      part="withdrawals"
      filter={filter}
      labels={withdrawalLabels}
      icon={ArrowUpFromLine}
      empty={t`Your withdrawals and their progress appear here.`}
      action={
        <Button kind="primary" href="#/pages/assets/mention">
          <Trans>Withdraw</Trans>
        </Button>
      }
      progressOf={({ state, confirmations, neededConfirmations }) =>
        state === 'sent' ? blocksOf(confirmations, neededConfirmations) : null
      }
      renderSheet={(withdrawal, onClose) => <WithdrawalSheet withdrawal={withdrawal} onClose={onClose} />}
    />
  );
}
