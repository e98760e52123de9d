import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { codes } from '#protocol/core/codes.ts';
import { multiplyDecimals } from '#protocol/core/decimal.ts';
import type { ContractClosing, ContractOrder, ContractSide, ListedContract } from '#protocol/contracts/entities.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { formatNumber, formatShare } from '#app/platform/format/number-format.ts';
import type { OpeningProblem } from './form/check.ts';

/** A toast about one order gives way to the toast about the next. */
export const toastKey = 'contract-order';

/** What every contract settles in. */
export const settling = 'USDT';
/** Places that money is shown with. */
export const moneyPlaces = 2;

export const sideLabels: Record<ContractSide, MessageDescriptor> = { long: msg`Long`, short: msg`Short` };

// The market of the tab bar is another word in most languages.
export const typeLabels: Record<ContractOrder['type'], MessageDescriptor> = {
  limit: msg`Limit`,
  market: msg({ message: 'Market', context: 'order type' }),
};

export const closingLabels: Record<ContractClosing['reason'], MessageDescriptor> = {
  manual: msg`Closed by you`,
  forced: msg`Liquidation`,
  'stop-loss': msg`Stop-loss`,
  'take-profit': msg`Take-profit`,
  deleveraged: msg`Deleveraged`,
};

/** A contract as users name it. */
export function nameOf({ name }: Pick<ListedContract, 'name'>): string {
  return name;
}

/** A contract as a chart takes it. */
export function chartedContract(contract: ListedContract) {
  const { id, base, priceDecimals } = contract;
  return { id, base, quote: settling, priceDecimals, contract };
}

/** The name of a contract that may be listed no more. */
export function nameById(contracts: readonly ListedContract[], id: string): string {
  const listed = contracts.find((contract) => contract.id === id);
  return listed === undefined ? id : nameOf(listed);
}

/** Label of a number of lots. */
export function lotsText(lots: number): string {
  const shown = formatNumber(String(lots));
  return plural(lots, { one: `${shown} lot`, other: `${shown} lots` });
}

/** How much of the base a number of lots is, with its coin. */
export function baseText(contract: Pick<ListedContract, 'lotSize' | 'base'>, lots: number): string {
  return `${formatNumber(multiplyDecimals(contract.lotSize, String(lots), 8))} ${contract.base}`;
}

/** A leverage: `20×`. */
export function leverageText(leverage: number): string {
  return `${leverage}×`;
}

/** A rate without needless zeros: `0.05%`. */
export function rateText(rate: string): string {
  return formatShare(rate, 2).replace(/([.,]\d)0%$/, '$1%');
}

export function priceText(contract: Pick<ListedContract, 'priceDecimals'> | null, price: string | null): string {
  return price === null ? '–' : formatNumber(price, { decimals: contract?.priceDecimals });
}

/** Money with two places and its coin. */
export function moneyText(money: string): string {
  return `${formatNumber(money, { decimals: moneyPlaces })} ${settling}`;
}

/** A profit or loss with its sign. */
export function gainText(money: string, decimals: number | undefined = moneyPlaces): string {
  return formatNumber(money, { decimals, sign: 'always' });
}

/** Status label of an order. */
export function statusLabel({ status, filledLots }: ContractOrder): MessageDescriptor {
  if (status === 'filled') return msg`Completed`;
  if (status === 'open') return filledLots > 0 ? msg`Open, partly filled` : msg`Open`;
  return filledLots > 0 ? msg`Cancelled, partly filled` : msg`Cancelled`;
}

/** A problem of the form with the value that is allowed. */
export function problemLabel(contract: ListedContract, side: ContractSide, problem: OpeningProblem): string {
  const { field, kind } = problem;
  const allowed = problem.allowed === '' ? '' : formatNumber(problem.allowed);
  switch (kind) {
    case 'missing':
      if (field === 'price') return t`Enter a price.`;
      if (field === 'takeProfit') return t`Enter a take-profit price.`;
      return field === 'stopLoss' ? t`Enter a stop-loss price.` : t`Enter lots, at least ${allowed}.`;
    case 'tick': {
      const step = formatNumber(contract.tickSize);
      return t`Prices must be multiples of ${step}.`;
    }
    case 'far':
      return t`Too far from the mark price, ${allowed}.`;
    case 'beyond':
      return side === 'long' ? t`Beyond the market. At most ${allowed}.` : t`Beyond the market. At least ${allowed}.`;
    case 'lotsLow':
      return t`At least ${lotsText(Number(problem.allowed))}.`;
    case 'lotsHigh':
      return t`At most ${lotsText(Number(problem.allowed))}.`;
    case 'leverage': {
      const most = leverageText(Number(problem.allowed));
      return t`This size allows at most ${most}. Lower the leverage or the lots.`;
    }
    case 'leverageHeld': {
      const most = leverageText(Number(problem.allowed));
      return t`With your positions and orders on this side, at most ${most} is possible. Lower the leverage or the lots.`;
    }
    case 'insufficient':
      return t`Not enough ${settling}. At most ${lotsText(Number(problem.allowed))}.`;
    case 'profitSide':
      return side === 'long' ? t`Set it above ${allowed}.` : t`Set it below ${allowed}.`;
    case 'lossSide':
      return side === 'long' ? t`Set it below ${allowed}.` : t`Set it above ${allowed}.`;
  }
}

/** What an order that is too large, or one too many, could be instead. */
function sizeAdvice(data: unknown): MessageDescriptor {
  const facts = typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>) : {};
  const { ordersMax, positionsMax, sideMost, sideUsed } = facts;
  if (typeof ordersMax === 'number') {
    return msg`Nothing was sent. You have ${ordersMax} open orders in this contract, the maximum allowed. Cancel one first.`;
  }
  if (typeof positionsMax === 'number') {
    return msg`Nothing was sent. You have ${positionsMax} positions and orders in this contract, the maximum allowed. Close one first.`;
  }
  if (typeof sideMost === 'string' && typeof sideUsed === 'string') {
    const [most, used] = [formatNumber(sideMost, { decimals: 0 }), formatNumber(sideUsed, { decimals: 0 })];
    return msg`Nothing was sent. At this leverage, your positions and orders on one side can total at most ${most} USDT; ${used} USDT is in use. Lower the lots or the leverage.`;
  }
  return msg`Nothing was sent. Lower the lots or the leverage.`;
}

/** What to do about a refusal; null where the meaning of the code says it. */
export function adviceText(error: unknown): MessageDescriptor | null {
  if (!(error instanceof ApiRefusal)) return null;
  switch (error.code) {
    case codes.insufficientWalletBalance:
      return msg`Nothing was sent. Lower the lots, or transfer more USDT.`;
    case codes.quantityOutOfRange:
      return sizeAdvice(error.data);
    case codes.pairClosed:
      return msg`Nothing was changed. Try again when live prices are back.`;
    case codes.cannotCloseNow:
      return msg`There are no fair offers for these lots right now. Try again in a moment.`;
    default:
      return null;
  }
}
