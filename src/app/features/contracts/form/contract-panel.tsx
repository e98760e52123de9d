import { Trans, useLingui } from '@lingui/react/macro';
import { memo, useMemo } from 'react';
import type { ListedContract } from '#protocol/contracts/entities.ts';
import { priceOfTicks } from '#protocol/core/ticks.ts';
import { moneyOf } from '#protocol/contracts/maths/contract-spec.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { openTransferTo, TransferInPlace } from '#app/features/transfers/in-place.tsx';
import type { Room } from '#app/features/order-entry/wide/use-room.ts';
import { EntryPanel } from '#app/features/order-entry/entry-panel.tsx';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { HeldBanner } from '#app/features/outcomes/held-banner.tsx';
import { changeContractChoice, contractChoice } from '../book/contract-choice.ts';
import { ContractBook } from '../book/contract-book.tsx';
import { ContractForm } from './form.tsx';
import css from '../contract-screen.module.css';
import bar from './contract-panel.module.css';
import { priceText, settling, moneyPlaces, problemLabel } from '../contract-labels.ts';
import { useOpeningFields } from './state.ts';
import { type OwnOfContract, useOrderEntry, type OrderEntry } from './entry.ts';
import { OrderLayers } from '../positions/order-layers.tsx';
import type { Own } from '../positions/use-own.ts';
import { useEstimate } from './facts.tsx';
import { specFor } from '../book/snapshot.ts';
import type { OpeningDraft } from './check.ts';

/** Rows of one side of the book for a screen's height. */
function rowsFor(heightPx: number, room: Room | null): number {
  if (room === 'tablet') return 6;
  return heightPx < 700 ? 8 : 10;
}

/** Form and book side by side, and below them the action: a tap on a level fills the price. */
export function ContractPanel({ contract, own }: { contract: ListedContract; own: Own }) {
  const isEmpty = own.available !== null && !/[1-9]/.test(own.available);
  // Coin contracts share a wallet and are not distinguished; gold is used when this contract is.
  const isUnused = [...own.positions, ...own.orders].every(
    (each) => contract.wallet === 'gold' && each.contract !== contract.id,
  );
  const ownHere = useMemo(() => {
    const isHere = (each: { readonly contract: string }) => each.contract === contract.id;
    return { positions: own.positions.filter(isHere), orders: own.orders.filter(isHere) };
  }, [own.positions, own.orders, contract.id]);
  return <Panel contract={contract} own={ownHere} available={own.available} unfunded={isEmpty && isUnused} />;
}

interface PanelProps {
  readonly contract: ListedContract;
  readonly own: OwnOfContract;
  /** Of the contract's wallet; null while not known. */
  readonly available: string | null;
  /** Nothing to trade with yet. */
  readonly unfunded: boolean;
}

/** Not rendered again while other contracts' positions and orders change: nothing here shows them. */
const Panel = memo(function Panel({ contract, own, available, unfunded }: PanelProps) {
  const choice = useObservable(contractChoice);
  const form = useOpeningFields(contract.id);
  const entry = useOrderEntry(contract, choice, form, available, own);
  const pick = (price: string): string => {
    if (contractChoice.get().type === 'market') changeContractChoice({ type: 'limit' });
    form.set('price', price);
    return priceText(contract, price);
  };
  return (
    <>
      {unfunded && (
        <div className={css['fundIt']}>
          <p>
            {contract.wallet === 'gold' ? (
              <Trans>Your gold wallet is empty. Gold contracts are paid from it.</Trans>
            ) : (
              <Trans>Your contract wallet is empty. Contracts are paid from it.</Trans>
            )}
          </p>
          <Button kind="primary" size="s" aria-haspopup="dialog" onClick={() => openTransferTo(contract.wallet)}>
            <Trans>Transfer {settling}</Trans>
          </Button>
        </div>
      )}
      <EntryPanel
        rowsFor={rowsFor}
        unit={settling}
        form={<ContractForm entry={entry} />}
        renderBook={(rows, announce) => (
          <ContractBook {...{ contract, rows }} orders={own.orders} onPick={(price) => announce(pick(price))} />
        )}
      />
      <OrderBar entry={entry} />
      <OrderLayers entry={entry} />
      <TransferInPlace />
    </>
  );
});

/** The action of the form, with what it costs and where it ends: stays at the lower edge as long as the form is in view. */
function OrderBar({ entry }: { entry: OrderEntry }) {
  const { t } = useLingui();
  const { contract, draft, problems, possible, steps, submit } = entry;
  const long = draft.side === 'long';
  const label = long ? t`Open long` : t`Open short`;
  return (
    <div className={bar['bar']}>
      <OrderTotals contract={contract} draft={draft} />
      {steps.step === null && <HeldBanner held={submit.held} />}
      <Button
        kind={long ? 'buy' : 'sell'}
        busy={steps.step === null && submit.held !== null}
        disabled={!possible.possible}
        disabledReason={possible.reason}
        onClick={entry.request}
      >
        <OneLine>{entry.practice ? <Trans>{label} (practice)</Trans> : label}</OneLine>
      </Button>
      <LiveRegion urgent>
        {entry.form.state.tried
          ? problems.map((problem) => problemLabel(contract, draft.side, problem)).join(' ')
          : null}
      </LiveRegion>
    </div>
  );
}

/** Margin, cost with the fee, and the liquidation price, as the market runs. */
function OrderTotals({ contract, draft }: { contract: ListedContract; draft: OpeningDraft }) {
  const { t } = useLingui();
  const estimate = useEstimate(contract, draft);
  const about = draft.type === 'market' ? '≈ ' : '';
  const money = (units: bigint) => about + formatNumber(moneyOf(units), { decimals: moneyPlaces });
  const end = estimate?.liquidation ?? null;
  const endText = end === null ? t`None` : about + priceText(contract, priceOfTicks(specFor(contract), end));
  return (
    <dl className={bar['sums']}>
      <div>
        <dt>
          <Trans>Margin</Trans>
        </dt>
        <dd>{estimate === null ? '–' : money(estimate.margin)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Cost</Trans>
        </dt>
        <dd>{estimate === null ? '–' : money(estimate.margin + estimate.fee)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Liquidation</Trans>
        </dt>
        <dd className={bar['end']}>{estimate === null ? '–' : endText}</dd>
      </div>
    </dl>
  );
}
