import { moneyOf } from '#protocol/contracts/maths/contract-spec.ts';
import { liquidationTicks } from '#protocol/contracts/maths/liquidation.ts';
import { percentOfWhole, profitAt } from '#protocol/contracts/maths/positions.ts';
import { feeOn } from '#protocol/core/fees.ts';
import { priceOfTicks, ticksOfPrice } from '#protocol/core/ticks.ts';
import { initialMargin, leveragesFor } from '#protocol/contracts/maths/margin.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ContractSide, ListedContract } from '#protocol/contracts/entities.ts';
import { formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { KeyValue, type KeyValueItem } from '#app/ui/lists/KeyValue.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import formCss from '#app/features/order-entry/order-entry.module.css';
import { contractChoice, leverageWithin } from '../book/contract-choice.ts';
import css from '../contract-sheets.module.css';
import { gainText, moneyText, priceText, settling, sideLabels } from '../contract-labels.ts';
import { marketNow, specFor } from '../book/snapshot.ts';
import { LeverageChips } from './leverage-chips.tsx';
import { lotsOf } from './check.ts';
import { ticksAtReturn } from './maths.ts';

interface CalculatorSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly contract: ListedContract;
}

/** What is worked out, of which position. */
function useCalculation(contract: ListedContract) {
  const spec = specFor(contract);
  const [question, setQuestion] = useState<Question>('profit');
  const [side, setSide] = useState<ContractSide>(contractChoice.get().side);
  const [chosen, setLeverage] = useState(contractChoice.get().leverage);
  const [lots, setLots] = useState('10');
  const [entry, setEntry] = useState(() => {
    const { mark } = marketNow(contract);
    return mark === null ? '' : priceOfTicks(spec, mark);
  });
  const [exit, setExit] = useState('');
  const [wanted, setWanted] = useState('50');
  const ticks = ticksOfPrice(spec, entry);
  const count = lotsOf(lots);
  const cost = ticks === null || count === null ? null : lotsValue(spec, ticks, count);
  const allowed = cost === null ? spec.leverages : leveragesFor(spec, cost);
  const leverage = leverageWithin(chosen, allowed);
  return {
    question,
    setQuestion,
    side,
    setSide,
    allowed,
    leverage,
    setLeverage,
    lots,
    setLots,
    entry,
    setEntry,
    exit,
    setExit,
    wanted,
    setWanted,
    /** Null while lots or price cannot be. */
    position: cost === null || ticks === null || count === null ? null : { side, leverage, ticks, cost, lots: count },
  };
}

type Calculation = ReturnType<typeof useCalculation>;

/** Works out a position that is not there: its profit, where it ends, and where it returns what is wanted. */
export function CalculatorSheet({ open, onClose, contract }: CalculatorSheetProps) {
  const { t } = useLingui();
  const calculation = useCalculation(contract);
  const { question, lots, setLots, entry, setEntry, exit, setExit, wanted, setWanted, position } = calculation;
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Calculator</Trans>} tall>
      <div className={css['stack']}>
        <Choices {...calculation} />
        <NumberField
          label={t`Lots`}
          value={lots}
          places={0}
          step="1"
          min="1"
          max={String(contract.maxLots)}
          onChange={setLots}
        />
        <Price label={t`Entry price (${settling})`} contract={contract} value={entry} onChange={setEntry} />
        {question === 'profit' && (
          <Price label={t`Closing price (${settling})`} contract={contract} value={exit} onChange={setExit} />
        )}
        {question === 'target' && (
          <NumberField
            label={t`Wanted return (% of the margin)`}
            value={wanted}
            places={0}
            step="5"
            min="1"
            max="100000"
            onChange={setWanted}
          />
        )}
        {position !== null && <Answer {...{ contract, question, exit, wanted }} {...position} />}
      </div>
    </Sheet>
  );
}

/** What to work out, and side and leverage of the position. */
function Choices({ question, setQuestion, side, setSide, allowed, leverage, setLeverage }: Calculation) {
  const { t, i18n } = useLingui();
  return (
    <>
      <Segmented<Question>
        label={t`What to calculate`}
        items={[
          { id: 'profit', label: t`Profit` },
          { id: 'liquidation', label: t`Liquidation` },
          { id: 'target', label: t`Target` },
        ]}
        value={question}
        onChange={setQuestion}
      />
      <Segmented<ContractSide>
        label={t`Side`}
        kind="side"
        items={(['long', 'short'] as const).map((id) => ({ id, label: i18n._(sideLabels[id]) }))}
        value={side}
        onChange={setSide}
      />
      <LeverageChips allowed={allowed} value={leverage} onChange={setLeverage} />
    </>
  );
}

interface PriceProps {
  readonly label: string;
  readonly contract: ListedContract;
  readonly value: string;
  readonly onChange: (price: string) => void;
}

/** A price in steps of the contract. */
function Price({ label, contract, value, onChange }: PriceProps) {
  const { t } = useLingui();
  const step = formatNumber(contract.tickSize);
  return (
    <NumberField
      label={label}
      value={value}
      places={contract.priceDecimals}
      step={contract.tickSize}
      onChange={onChange}
      error={
        value !== '' && ticksOfPrice(specFor(contract), value) === null
          ? t`Prices must be multiples of ${step}.`
          : undefined
      }
    />
  );
}

/** What is worked out of a position. */
type Question = 'profit' | 'liquidation' | 'target';

interface AnswerProps {
  readonly contract: ListedContract;
  readonly question: Question;
  readonly side: ContractSide;
  readonly leverage: number;
  readonly ticks: number;
  readonly lots: number;
  readonly cost: bigint;
  readonly exit: string;
  readonly wanted: string;
}

/** What a position comes to: its costs, and what was asked of it. */
function Answer({ contract, question, side, leverage, ticks, lots, cost, exit, wanted }: AnswerProps) {
  const { t } = useLingui();
  const spec = specFor(contract);
  const margin = initialMargin(cost, leverage);
  const stake = { side, lots, cost, margin };
  const openFee = feeOn(cost, spec.openFeePpm);
  const target = /^\d{1,6}$/.test(wanted) ? ticksAtReturn(side, ticks, leverage, Number(wanted)) : null;
  const at = question === 'profit' ? ticksOfPrice(spec, exit) : question === 'target' ? target : null;
  const end = liquidationTicks(spec, stake);
  const rows: KeyValueItem[] = [
    { key: t`Value`, value: moneyText(moneyOf(cost)) },
    { key: t`Margin`, value: moneyText(moneyOf(margin)) },
    { key: t`Opening fee`, value: moneyText(moneyOf(openFee)) },
  ];
  if (question === 'liquidation') {
    rows.push({
      key: t`Liquidation price`,
      value: end === null ? t`None` : priceText(contract, priceOfTicks(spec, end)),
    });
  } else if (at !== null) {
    const profit = profitAt(spec, stake, at);
    const fees = openFee + feeOn(lotsValue(spec, at, lots), spec.closeFeePpm);
    const isPast = end !== null && (side === 'long' ? at <= end : at >= end);
    if (question === 'target') rows.push({ key: t`Target price`, value: priceText(contract, priceOfTicks(spec, at)) });
    rows.push(
      { key: t`Profit before fees`, value: `${gainText(moneyOf(profit))} ${settling}` },
      { key: t`Return`, value: formatPercent(percentOfWhole(profit, margin)) },
      { key: t`Profit after both fees`, value: `${gainText(moneyOf(profit - fees))} ${settling}` },
    );
    if (isPast && end !== null) {
      rows.push({ key: t`Liquidated earlier, at`, value: priceText(contract, priceOfTicks(spec, end)) });
    }
  }
  return (
    <div className={formCss['card']} aria-live="polite">
      <KeyValue roomy items={rows} />
    </div>
  );
}
