import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, Calculator, ClipboardList, History, Layers, Scale, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import type { ListedContract } from '#protocol/contracts/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { openTransferTo } from '../transfers/in-place.tsx';
import formCss from '../order-entry/order-entry.module.css';
import css from './contract-sheets.module.css';
import {
  baseText,
  gainText,
  leverageText,
  lotsText,
  moneyText,
  nameById,
  nameOf,
  rateText,
  settling,
} from './contract-labels.ts';
import { configQuery } from './queries.ts';
import { hoursText } from './session.ts';

interface MoreSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly contract: ListedContract;
  readonly onCalculate: () => void;
}

/** Where the contract screen leads, and what its rules are. */
export function MoreSheet({ open, onClose, contract, onCalculate }: MoreSheetProps) {
  const [shown, setShown] = useState<'terms' | 'insurance' | null>(null);
  const isGold = contract.wallet === 'gold';
  const show = (next: 'terms' | 'insurance') => {
    onClose();
    setShown(next);
  };
  return (
    <>
      <Sheet open={open} onClose={onClose} title={<Trans>More</Trans>} flush>
        <ListRow
          leading={<IconTile icon={Layers} />}
          title={<Trans>All positions</Trans>}
          sub={<Trans>Positions and orders of all contracts</Trans>}
          href="#/pages/lever/leverList"
        />
        <ListRow
          leading={<IconTile icon={History} />}
          title={<Trans>History</Trans>}
          sub={<Trans>Closings, past positions and orders</Trans>}
          href="#/pages/lever/orderList"
        />
        <TransferRow contract={contract} onClose={onClose} />
        <ListRow
          leading={<IconTile icon={Calculator} />}
          title={<Trans>Calculator</Trans>}
          sub={<Trans>Profit, liquidation price, target price</Trans>}
          onClick={() => {
            onClose();
            onCalculate();
          }}
        />
        <ListRow
          leading={<IconTile icon={Scale} />}
          title={<Trans>Rules and fees</Trans>}
          sub={nameOf(contract)}
          onClick={() => show('terms')}
        />
        <ListRow
          leading={<IconTile icon={ShieldCheck} />}
          title={<Trans>Insurance fund</Trans>}
          sub={<Trans>Balance and recent movements</Trans>}
          onClick={() => show('insurance')}
        />
        {!isGold && (
          <ListRow
            leading={<IconTile icon={ClipboardList} />}
            title={<Trans>Spot trading</Trans>}
            sub={<Trans>Buy and sell the coin itself</Trans>}
            href={`#/pages/trade/trade?pair=${contract.pair}`}
          />
        )}
      </Sheet>
      <Sheet
        open={shown === 'terms'}
        onClose={() => setShown(null)}
        title={<Trans>Rules for {nameOf(contract)}</Trans>}
      >
        <Terms contract={contract} />
      </Sheet>
      <Sheet open={shown === 'insurance'} onClose={() => setShown(null)} title={<Trans>Insurance fund</Trans>}>
        <InsuranceFund wallet={contract.wallet} />
      </Sheet>
    </>
  );
}

function TransferRow({ contract, onClose }: Pick<MoreSheetProps, 'contract' | 'onClose'>) {
  return (
    <ListRow
      leading={<IconTile icon={ArrowLeftRight} />}
      title={<Trans>Transfer</Trans>}
      sub={
        contract.wallet === 'gold' ? (
          <Trans>Not possible from the gold wallet while a position is open</Trans>
        ) : (
          <Trans>Not possible from the contract wallet while a position is open</Trans>
        )
      }
      onClick={() => {
        onClose();
        openTransferTo(contract.wallet);
      }}
    />
  );
}

function Terms({ contract }: { contract: ListedContract }) {
  const { t } = useLingui();
  const hours = hoursText(contract);
  return (
    <div className={css['stack']}>
      <div className={formCss['card']}>
        <KeyValue
          roomy
          items={[
            ...(hours === null ? [] : [{ key: t`Trading hours`, value: hours.week }]),
            ...(hours?.rest ? [{ key: t`Daily break`, value: hours.rest }] : []),
            { key: t`One lot`, value: baseText(contract, 1) },
            { key: t`Largest order`, value: lotsText(contract.maxLots) },
            { key: t`Tick size`, value: `${formatNumber(contract.tickSize)} ${settling}` },
            { key: t`Opening fee`, value: rateText(contract.openFeeRate) },
            { key: t`Closing fee`, value: rateText(contract.closeFeeRate) },
            { key: t`Overnight fee at 00:00 UTC`, value: rateText(contract.overnightFeeRate) },
          ]}
        />
      </div>
      {hours !== null && (
        <p className={formCss['note']}>
          <Trans>No overnight fee is charged while trading is closed.</Trans>
        </p>
      )}
      <table className={css['tiers']}>
        <caption>
          <Trans>Larger positions need more margin and allow less leverage.</Trans>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Value up to ({settling})</Trans>
            </th>
            <th scope="col">
              <Trans>Maintenance</Trans>
            </th>
            <th scope="col">
              <Trans>Leverage</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {contract.tiers.map(({ costMost, maintenanceRate, leverageMost }) => (
            <tr key={leverageMost}>
              <td>{costMost === null ? t`Above` : formatNumber(costMost)}</td>
              <td>{rateText(maintenanceRate)}</td>
              <td>{leverageText(leverageMost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={formCss['note']}>
        <Trans>
          A liquidation is matched in the order book first. The insurance fund then covers any shortfall. After that,
          profitable positions on the opposite side are reduced at the bankruptcy price: highest return first, then
          largest, then oldest.
        </Trans>
      </p>
    </div>
  );
}

/** What the insurance fund of a wallet holds, and its last movements. */
function InsuranceFund({ wallet }: { wallet: ListedContract['wallet'] }) {
  const config = useQuery({ ...configQuery, staleTime: 0 });
  if (config.data === undefined) {
    return <NotLoaded query={config} title={<Trans>The fund did not load</Trans>} rows={3} leading={false} />;
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
