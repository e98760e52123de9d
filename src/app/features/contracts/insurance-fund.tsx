import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../../protocol/calls.ts';
import type { ListedContract } from '../../../protocol/contracts/entities.ts';
import { formatTime } from '../../platform/format/time-format.ts';
import { KeyValue } from '../../ui/lists/KeyValue.tsx';
import { SkeletonRow } from '../../ui/layout/Skeleton.tsx';
import formCss from '../order-entry/order-entry.module.css';
import css from './contract-sheets.module.css';
import { gainText, moneyText, nameById, settling } from './contract-labels.ts';
import { configQuery } from './queries.ts';
import { LoadError } from '../loading/load-error.tsx';

/** What the insurance fund of a wallet holds, and its last movements. */
export function InsuranceFund({ wallet }: { wallet: ListedContract['wallet'] }) {
  const config = useQuery({ ...configQuery, staleTime: 0 });
  if (config.data === undefined) {
    return config.isError ? (
      <LoadError query={config} title={<Trans>The fund did not load</Trans>} />
    ) : (
      <SkeletonRow count={3} leading={false} />
    );
  }
  return <Movements config={config.data} wallet={wallet} />;
}

interface MovementsProps {
  readonly config: CallOutput<'GET common/getContractConfig'>;
  readonly wallet: ListedContract['wallet'];
}

/** Each wallet has a fund of its own. */
function Movements({ config, wallet }: MovementsProps) {
  const { t } = useLingui();
  const { insurance, contracts } = config;
  const own = contracts.filter((contract) => contract.wallet === wallet);
  const movements = insurance.movements.filter(({ contract }) => own.some(({ id }) => id === contract));
  return (
    <div className={css['stack']}>
      <p className={css['fund']}>{moneyText(wallet === 'gold' ? insurance.gold : insurance.amount)}</p>
      <p className={formCss['note']}>
        <Trans>
          Margin left over after a liquidation goes into the fund. When a liquidation costs more than its margin, the
          fund pays the rest.
        </Trans>
      </p>
      {movements.length === 0 ? (
        <p className={formCss['note']}>
          <Trans>No movements yet.</Trans>
        </p>
      ) : (
        <div className={formCss['card']}>
          <KeyValue
            roomy
            items={movements.map(({ contract, amount, at }, index) => ({
              id: `${at} ${index}`,
              key: t`${nameById(contracts, contract)}, ${formatTime(at, 'dayTime')}`,
              value: `${gainText(amount)} ${settling}`,
            }))}
          />
        </div>
      )}
    </div>
  );
}
