import { type AccountField, accountFields, type AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import { pageSizeMax } from '#protocol/core/limits.ts';
import { accountEveryMs, slowEveryMs } from '../hub-limits.ts';
import { ownCall, type PolledAnswers } from './polled-call.ts';

const whole = String(pageSizeMax);
/** Of lists that only grow, the newest page is asked for, with what ended: its last word must be heard. */
const newest = '50';

const wallet = ownCall('GET wallet', accountEveryMs, {});
const orders = ownCall('GET currencyRecord', accountEveryMs, { state: 'current', size: whole });
const contractOrders = ownCall('GET contractList', accountEveryMs, { show: 'orders', size: whole });
const positions = ownCall('GET contractList', accountEveryMs, { show: 'positions', size: whole });
const unread = ownCall('GET notice/noticeNum', slowEveryMs, {});
const p2pOrders = ownCall('GET otcOrderList', slowEveryMs, { size: newest });
const deposits = ownCall('GET recharge/list', slowEveryMs, { size: newest });
const withdrawals = ownCall('GET coinRecord', slowEveryMs, { size: newest });
const tickets = ownCall('GET worker/order/list', slowEveryMs, { size: newest });

/** The calls that the account topic is made of. */
export const accountCalls = [
  wallet,
  orders,
  contractOrders,
  positions,
  unread,
  p2pOrders,
  deposits,
  withdrawals,
  tickets,
];

/** Of which all pages are asked for: a row that is on none of them is gone. */
export const wholeLists: ReadonlySet<string> = new Set([orders.key, contractOrders.key, positions.key]);

/** The account topic has no valuations. */
function withoutValuation<Balance extends { readonly valuation: unknown }>(
  balance: Balance,
): Omit<Balance, 'valuation'> {
  const { valuation, ...rest } = balance;
  return valuation === undefined ? balance : rest;
}

/** The account as its calls have it. What no call has, or a refused one, stays as it was known. */
export function readAccount(answers: PolledAnswers, known: AccountUpdate | null): AccountUpdate {
  return {
    ...known,
    orders: answers.of(orders)?.list ?? known?.orders ?? [],
    balances: answers.of(wallet)?.balances.map(withoutValuation) ?? known?.balances ?? [],
    unread: answers.of(unread)?.unread ?? known?.unread ?? null,
    positions: answers.of(positions)?.positions ?? known?.positions ?? [],
    contractOrders: answers.of(contractOrders)?.orders ?? known?.contractOrders ?? [],
    // Fields in the order of changes begin with the oldest.
    deposits: answers.of(deposits)?.list.toReversed() ?? known?.deposits ?? [],
    withdrawals: answers.of(withdrawals)?.list.toReversed() ?? known?.withdrawals ?? [],
    workOrders: answers.of(tickets)?.list.toReversed() ?? known?.workOrders ?? [],
    fiatOrders: answers.of(p2pOrders)?.list.toReversed() ?? known?.fiatOrders ?? [],
  };
}

type Rows = Readonly<Record<string, readonly unknown[] | undefined>>;

/**
 * What changed between two polls, as a delta: screens that follow a list hear of what moved in it, and of nothing else.
 *
 * @returns null when a row is gone without a last word, which no delta can say
 */
export function accountChanges(before: AccountUpdate, after: AccountUpdate): AccountUpdate | null {
  const changes: { [field: string]: unknown } = {
    orders: [],
    balances: [],
    unread: before.unread === after.unread ? null : after.unread,
  };
  for (const name of Object.keys(accountFields) as AccountField[]) {
    const field = accountFields[name];
    if (field.merge !== 'rows') continue;
    const key = field.key as (row: unknown) => string;
    const rowsBefore = (before as unknown as Rows)[name] ?? [];
    const rowsAfter = (after as unknown as Rows)[name] ?? [];
    const known = new Map(rowsBefore.map((row) => [key(row), JSON.stringify(row)]));
    const changed = rowsAfter.filter((row) => known.get(key(row)) !== JSON.stringify(row));
    const there = new Set(rowsAfter.map(key));
    const isByChange = 'byChange' in field;
    // Rows that drop off the end of a page of the newest are still what they were.
    if (!isByChange && rowsBefore.some((row) => !there.has(key(row)))) return null;
    if (changed.length > 0) changes[name] = changed;
  }
  return changes as unknown as AccountUpdate;
}
