import { priceOfTicks, ticksOfPrice } from '../../../../protocol/core/ticks.ts';
import { leveragesFor } from '../../../../protocol/contracts/maths/margin.ts';
import { lotsValue } from '../../../../protocol/contracts/maths/orders.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ContractSide, ListedContract } from '../../../../protocol/contracts/entities.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { NumberField } from '../../../ui/controls/NumberField.tsx';
import { Segmented } from '../../../ui/controls/Segmented.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { contractChoice, leverageWithin } from '../book/contract-choice.ts';
import css from '../contract-sheets.module.css';
import { settling, sideLabels } from '../contract-labels.ts';
import { marketNow, specFor } from '../book/snapshot.ts';
import { LeverageChips } from './leverage-chips.tsx';
import { lotsOf } from './check.ts';
import { Answer, type Question } from './calculator-answer.tsx';

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
