import { averageTicks } from '#protocol/contracts/maths/orders.ts';
import { partOf, profitAtValue } from '#protocol/contracts/maths/positions.ts';
import { priceOfTicks } from '#protocol/core/ticks.ts';
import { type ContractSpec, moneyOf } from '#protocol/contracts/maths/contract-spec.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ContractPosition, ContractView, ListedContract } from '#protocol/contracts/entities.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useStale } from '#app/platform/stream/stream-hooks.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Banner, StaleTag } from '#app/ui/layout/Banner.tsx';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { Slider } from '#app/ui/controls/Slider.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { FactsCard } from '#app/features/order-entry/facts.tsx';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import formCss from '#app/features/order-entry/order-entry.module.css';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { levelsAgainst, type MarketSnapshot, walkBook } from '../form/market-snapshot.ts';
import { resultRows } from '../history/result-rows.tsx';
import { resultOf, stakeOf } from './position-figures.ts';
import css from '../contract-sheets.module.css';
import { usePossible } from '../book/contract-state.tsx';
import { baseText, gainText, lotsText, moneyText, nameOf, priceText, settling, toastKey } from '../contract-labels.ts';
import { ContractFailure } from '../form/failure.tsx';
import { snapshotFor, specFor } from '../book/snapshot.ts';
import { closeMutation } from '../mutations.ts';
import { lotsOf } from '../form/check.ts';
import { useContract } from '../use-contract.ts';
import type { PositionSheetProps } from './position-sheet.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

/** What closing lots comes to as the book is now. */
interface ClosingOutcome {
  readonly value: bigint;
  /** Average price in ticks, cut. */
  readonly ticks: number;
  /** Before fees. */
  readonly profit: bigint;
  /** The margin that comes free. */
  readonly margin: bigint;
  readonly complete: boolean;
}

/** What closing some lots of a position brings; null while the book is empty. @param lots 1 to those of the position */
function closingOf(
  spec: ContractSpec,
  position: ContractPosition,
  lots: number,
  market: MarketSnapshot,
): ClosingOutcome | null {
  const walked = walkBook(spec, levelsAgainst(market, position.side === 'long' ? 'short' : 'long'), lots);
  if (walked === null) return null;
  const { cost: value, complete } = walked;
  const stake = stakeOf(position);
  const part = partOf(stake, lots);
  return {
    value,
    ticks: averageTicks(spec, value, lots),
    profit: profitAtValue({ side: stake.side, cost: part.cost }, value),
    margin: part.margin,
    complete,
  };
}

const same = (view: ContractView) => view;

const closeCalls = ['POST outContract'] as const;

/** Closes all or some lots of a position at the market. */
export function CloseSheet({ open, onClose, contract, position }: PositionSheetProps) {
  const { t } = useLingui();
  const practice = usePracticeMode() === true;
  const [text, setText] = useKeptState(`close.${position.id}`, String(position.lots));
  const { possible, reason } = usePossible(contract.id, 'close');
  const lots = lotsOf(text);
  const left = lotsText(position.lots);
  const error = lots === null ? t`Close at least 1 lot.` : lots > position.lots ? t`You have ${left} left.` : undefined;
  const name = nameOf(contract);
  const submit = useCloseSubmit(contract, position, onClose);
  const send = () => {
    if (error === undefined && lots !== null) submit.send({ id: position.id, lots });
  };
  return (
    <ConfirmSheet
      open={open}
      onClose={() => {
        if (!submit.waiting) onClose();
      }}
      title={position.side === 'long' ? t`Close long ${name}` : t`Close short ${name}`}
      failure={<ContractFailure error={submit.error} held={submit.held} />}
      send={{
        kind: position.side === 'long' ? 'sell' : 'buy',
        busy: submit.busy,
        disabled: !possible,
        disabledReason: reason,
        detail: practice ? t`at the market price (practice)` : t`at the market price`,
        label: <CloseLabel shown={lots === null ? '' : lotsText(lots)} />,
      }}
      onSend={send}
    >
      <div className={css['stack']}>
        <NumberField
          label={t`Lots`}
          value={text}
          places={0}
          step="1"
          min="1"
          max={String(position.lots)}
          error={error}
          hint={lots === null ? undefined : baseText(contract, lots)}
          onChange={(next) => {
            submit.reset();
            setText(next);
          }}
        />
        <Slider
          label={t`Share of the position`}
          value={lots === null ? 0 : Math.min(100, Math.round((lots * 100) / position.lots))}
          onChange={(percent) => setText(String(Math.max(1, Math.floor((position.lots * percent) / 100))))}
        />
        {lots !== null && error === undefined && <Proceeds contract={contract} position={position} lots={lots} />}
      </div>
    </ConfirmSheet>
  );
}

function CloseLabel({ shown }: { shown: string }) {
  return shown === '' ? <Trans context="a position">Close</Trans> : <Trans>Close {shown}</Trans>;
}

/** Closes lots of a position and reports the outcome. @param onClosed after the exchange closed some */
function useCloseSubmit(contract: ListedContract, position: ContractPosition, onClosed: () => void) {
  const { t } = useLingui();
  const name = nameOf(contract);
  return useSubmit(
    closeCalls,
    {
      ...closeMutation(useQueryClient()),
      // Runs also when the stream took the position away, and this sheet with it, before the answer came.
      onSuccess: ({ closedLots, net }, asked) => {
        onClosed();
        const closed = lotsText(closedLots);
        if (closedLots < asked.lots) {
          const detail = t`${closed} of ${name} closed. The order book has no fair offers for the rest right now.`;
          toast.show({ type: 'warn', title: t`Partly closed`, detail, key: toastKey });
          return;
        }
        const gain = gainText(net);
        toast.show({
          type: 'success',
          title: t`Closed`,
          detail: amountsHidden.get()
            ? t`${closed} of ${name}`
            : t`${closed} of ${name}: ${gain} ${settling} after fees`,
          action: { label: t`Details`, onAction: () => location.assign('#/pages/lever/orderList') },
          key: toastKey,
        });
      },
    },
    ({ asked }) => asked['id'] === position.id,
    ({ closedLots }) => closedLots > 0,
  );
}

/** What closing brings as the book is now. */
function Proceeds({
  contract,
  position,
  lots,
}: {
  contract: ListedContract;
  position: ContractPosition;
  lots: number;
}) {
  const { t } = useLingui();
  const view = useContract(contract.id, same);
  const stale = useStale(`contract:${contract.id}`);
  const spec = specFor(contract);
  if (view === null) {
    return (
      <Banner inset>
        <Trans>The lots close at the market price. It is not known here right now.</Trans>
      </Banner>
    );
  }
  const outcome = closingOf(spec, position, lots, snapshotFor(contract, view));
  if (outcome === null) {
    return (
      <Banner tone="warn" inset>
        <Trans>The book has no offers now. Try again in a moment.</Trans>
      </Banner>
    );
  }
  const parts = resultOf(spec, position, { lots, ...outcome });
  const back = outcome.margin + outcome.profit - parts.closeFee;
  const at = formatTime(view.at, 'seconds');
  return (
    <>
      {stale && (
        <StaleTag>
          <Trans>as of {at}</Trans>
        </StaleTag>
      )}
      <FactsCard
        items={[
          {
            key: t`Expected average price`,
            value: `≈ ${priceText(contract, priceOfTicks(spec, outcome.ticks))} ${settling}`,
          },
          ...resultRows(parts, true),
          { key: t`Back to your wallet`, value: `≈ ${moneyText(moneyOf(back < 0n ? 0n : back))}` },
        ]}
      />
      {!outcome.complete && (
        <p className={formCss['note']}>
          <Trans>The visible order book cannot fill all lots. Lots that are not filled stay open.</Trans>
        </p>
      )}
    </>
  );
}
