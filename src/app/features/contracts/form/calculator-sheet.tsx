import { priceOfTicks, ticksOfPrice } from '../../../../protocol/maths/ticks.ts';
import { percentOfWhole, profitAt } from '../../../../protocol/maths/positions.ts';
import { moneyOf } from '../../../../protocol/maths/contract-spec.ts';
import { leveragesFor, initialMargin } from '../../../../protocol/maths/margin.ts';
import { liquidationTicks } from '../../../../protocol/maths/liquidation.ts';
import { lotsValue } from '../../../../protocol/maths/orders.ts';
import { feeOn } from '../../../../protocol/maths/fees.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ContractSide, ListedContract } from '../../../../protocol/entities/contract.ts';
import { formatNumber, formatPercent } from '../../../platform/format/number-format.ts';
import { Chips } from '../../../ui/controls/Chips.tsx';
import { KeyValue, type KeyValueItem } from '../../../ui/lists/KeyValue.tsx';
import { NumberField } from '../../../ui/controls/NumberField.tsx';
import { Segmented } from '../../../ui/controls/Segmented.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import formCss from '../../order-entry/order-entry.module.css';
import { contractChoice, leverageWithin } from '../book/contract-choice.ts';
import css from '../contract-sheets.module.css';
import { gainText, leverageText, moneyText, priceText, settling, sideLabels } from '../contract-labels.ts';
import { marketNow, specFor } from '../book/snapshot.ts';
import { lotsOf } from './check.ts';
import { ticksAtReturn } from './maths.ts';

type Question = 'profit' | 'liquidation' | 'target';

export interface CalculatorSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly contract: ListedContract;
}

/** Works out a position that is not there: its profit, where it ends, and where it returns what is wanted. */
export function CalculatorSheet({ open, onClose, contract }: CalculatorSheetProps) {
  const { t, i18n } = useLingui();
  const spec = specFor(contract);
  const [question, setQuestion] = useState<Question>('profit');
  const [side, setSide] = useState<ContractSide>(contractChoice.get().side);
  const [chosen, setChosen] = useState(contractChoice.get().leverage);
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
  const step = formatNumber(contract.tickSize);
  const price = (label: string, value: string, change: (next: string) => void) => (
    <NumberField
      label={label}
      value={value}
      places={contract.priceDecimals}
      step={contract.tickSize}
      onChange={change}
      error={value !== '' && ticksOfPrice(spec, value) === null ? t`Prices go in steps of ${step}.` : undefined}
    />
  );
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Calculator</Trans>} tall>
      <div className={css['stack']}>
        <Segmented<Question>
          label={t`What to work out`}
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
        <Chips
          label={t`Leverage`}
          inset
          wrap
          items={allowed.map((each) => ({ id: String(each), label: leverageText(each) }))}
          value={String(leverage)}
          onChange={(next) => setChosen(Number(next))}
        />
        <NumberField
          label={t`Lots`}
          value={lots}
          places={0}
          step="1"
          min="1"
          max={String(contract.maxLots)}
          onChange={setLots}
        />
        {price(t`Entry price (${settling})`, entry, setEntry)}
        {question === 'profit' && price(t`Closing price (${settling})`, exit, setExit)}
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
        {cost !== null && ticks !== null && count !== null && (
          <Answer {...{ contract, question, side, leverage, ticks, cost }} lots={count} exit={exit} wanted={wanted} />
        )}
      </div>
    </Sheet>
  );
}

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
      rows.push({ key: t`Liquidated before, at`, value: priceText(contract, priceOfTicks(spec, end)) });
    }
  }
  return (
    <div className={formCss['card']} aria-live="polite">
      <KeyValue roomy items={rows} />
    </div>
  );
}
