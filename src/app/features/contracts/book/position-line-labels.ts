import { priceOfTicks, ticksOfPrice } from '#protocol/core/ticks.ts';
import { percentOfWhole } from '#protocol/contracts/maths/positions.ts';
import { netResult } from '#protocol/contracts/maths/results.ts';
import { moneyOf } from '#protocol/contracts/maths/contract-spec.ts';
import { t } from '@lingui/core/macro';
import type { ContractPosition, ListedContract } from '#protocol/contracts/entities.ts';
import type { LineName, LineLabels, PositionLine } from '#app/chart/lines/position-lines.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { directionOf, formatPercent } from '#app/platform/format/number-format.ts';
import { baseText, gainText, leverageText, priceText, problemLabel, settling } from '../contract-labels.ts';
import { marketNow, specFor } from './snapshot.ts';
import { type OpeningProblem, protectionProblems } from '../form/check.ts';
import { resultAt, stakeOf } from '../positions/position-figures.ts';
import type { ProtectionKind } from '../form/protection-field.tsx';

/** The lines of a position, as the exchange has them. */
export function linesOf(contract: ListedContract, position: ContractPosition): PositionLine[] {
  const spec = specFor(contract);
  const line = (name: LineName, price: string | null, label: string | null): PositionLine[] => {
    const ticks = price === null ? null : ticksOfPrice(spec, price);
    return ticks === null ? [] : [{ name, ticks, label }];
  };
  return [
    ...line('entry', position.openPrice, null),
    ...line('takeProfit', position.takeProfit, t`Take-profit`),
    ...line('stopLoss', position.stopLoss, t`Stop-loss`),
    ...line('liquidation', position.liquidationPrice, null),
  ];
}

/** What closing all lots at a price brings after all fees: `+12.34`, or what that is of the margin while amounts are hidden. */
interface Gain {
  readonly money: string;
  readonly text: string;
  /** With its coin, where it has one. */
  readonly full: string;
}

function gainAt(contract: ListedContract, position: ContractPosition, ticks: number): Gain {
  const stake = stakeOf(position);
  const profit = netResult(resultAt(specFor(contract), position, ticks));
  const money = moneyOf(profit);
  if (amountsHidden.get()) {
    const share = formatPercent(percentOfWhole(profit, stake.margin));
    return { money, text: share, full: share };
  }
  const text = gainText(money);
  return { money, text, full: `${text} ${settling}` };
}

/** What is wrong with one of the lines at a price, as the mark price is now; null when nothing is. */
export function lineProblem(
  contract: ListedContract,
  position: ContractPosition,
  kind: ProtectionKind,
  ticks: number,
  mark: number | null,
): OpeningProblem | null {
  const spec = specFor(contract);
  const prices = {
    side: position.side,
    takeProfit: position.takeProfit ?? '',
    stopLoss: position.stopLoss ?? '',
    [kind]: priceOfTicks(spec, ticks),
  };
  return protectionProblems(spec, prices, mark).find(({ field }) => field === kind) ?? null;
}

/** What a moved line comes to, in a sentence; or what is wrong with it. */
export function outcomeText(
  contract: ListedContract,
  position: ContractPosition,
  kind: ProtectionKind,
  ticks: number,
  problem: OpeningProblem | null,
): string {
  if (problem !== null) return problemLabel(contract, position.side, problem);
  const spec = specFor(contract);
  const end = position.liquidationPrice === null ? null : ticksOfPrice(spec, position.liquidationPrice);
  if (kind === 'stopLoss' && end !== null && (position.side === 'long' ? ticks <= end : ticks >= end)) {
    const at = priceText(contract, priceOfTicks(spec, end));
    return t`Liquidation at ${at} would come first.`;
  }
  const gain = gainAt(contract, position, ticks).full;
  return t`${gain} after fees`;
}

/** What a line of a position says at a price, as the market is now. */
export function lineLabels(
  contract: ListedContract,
  position: ContractPosition,
  name: LineName,
  ticks: number,
): LineLabels {
  const tag = priceText(contract, priceOfTicks(specFor(contract), ticks));
  if (name === 'liquidation') return { pill: t`Liquidation`, tag, spoken: '', tone: 'warn' };
  const { mark } = marketNow(contract);
  if (name === 'entry') {
    const size = amountsHidden.get() ? leverageText(position.leverage) : baseText(contract, position.lots);
    const what = position.side === 'long' ? t`Long ${size}` : t`Short ${size}`;
    const pill = mark === null ? what : `${what}  ${gainAt(contract, position, mark).text}`;
    return { pill, tag, spoken: '', tone: 'plain' };
  }
  const { money, text: gain } = gainAt(contract, position, ticks);
  const problem = lineProblem(contract, position, name, ticks, mark);
  const shown = outcomeText(contract, position, name, ticks, problem);
  return {
    pill: name === 'takeProfit' ? t`TP ${gain}` : t`SL ${gain}`,
    tag,
    spoken: `${tag}. ${shown}`,
    tone: problem !== null ? 'wrong' : directionOf(money) < 0 ? 'down' : 'up',
  };
}
