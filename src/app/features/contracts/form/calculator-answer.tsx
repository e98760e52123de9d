import { priceOfTicks, ticksOfPrice } from '../../../../protocol/core/ticks.ts';
import { percentOfWhole, profitAt } from '../../../../protocol/contracts/maths/positions.ts';
import { moneyOf } from '../../../../protocol/contracts/maths/contract-spec.ts';
import { initialMargin } from '../../../../protocol/contracts/maths/margin.ts';
import { liquidationTicks } from '../../../../protocol/contracts/maths/liquidation.ts';
import { lotsValue } from '../../../../protocol/contracts/maths/orders.ts';
import { feeOn } from '../../../../protocol/core/fees.ts';
import { useLingui } from '@lingui/react/macro';
import type { ContractSide, ListedContract } from '../../../../protocol/contracts/entities.ts';
import { formatPercent } from '../../../platform/format/number-format.ts';
import { KeyValue, type KeyValueItem } from '../../../ui/lists/KeyValue.tsx';
import formCss from '../../order-entry/order-entry.module.css';
import { gainText, moneyText, priceText, settling } from '../contract-labels.ts';
import { specFor } from '../book/snapshot.ts';
import { ticksAtReturn } from './maths.ts';

/** What is worked out of a position. */
export type Question = 'profit' | 'liquidation' | 'target';

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
export function Answer({ contract, question, side, leverage, ticks, lots, cost, exit, wanted }: AnswerProps) {
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
