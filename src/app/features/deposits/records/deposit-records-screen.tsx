import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDownToLine } from 'lucide-react';
import { Button } from '#app/ui/controls/Button.tsx';
import { countsBlocks, depositLabels } from '../deposit-labels.ts';
import { type DepositFilter, depositsQuery, depositsRoot } from '../queries.ts';
import { DepositSheet } from './deposit-sheet.tsx';
import { blocksOf } from './deposit-steps.ts';
import { MovementRecords } from './movement-records.tsx';

/** Own deposits, as far as each is. */
export function DepositRecordsScreen({ filter }: { filter: DepositFilter }) {
  const { t } = useLingui();
  return (
    <MovementRecords
      path="/pages/assets/rechargeRecord"
      title={t`Deposit records`}
      records={useInfiniteQuery(depositsQuery(filter))}
      root={depositsRoot}
      part="deposits"
      filter={filter}
      labels={depositLabels}
      icon={ArrowDownToLine}
      empty={t`Your deposits and their progress appear here.`}
      action={
        <Button kind="primary" href="#/pages/assets/charge_list">
          <Trans>Deposit</Trans>
        </Button>
      }
      progressOf={(deposit) =>
        countsBlocks(deposit) ? blocksOf(deposit.confirmations, deposit.freeConfirmations) : null
      }
      renderSheet={(deposit, onClose) => <DepositSheet deposit={deposit} onClose={onClose} />}
    />
  );
}
