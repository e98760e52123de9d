import { t } from '@lingui/core/macro';
import { codes, type Code } from '#protocol/core/codes.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import type { WithdrawalField } from './form/check.ts';

const fieldOfCode: Partial<Record<Code, WithdrawalField>> = {
  [codes.enterAddress]: 'address',
  [codes.addressWrong]: 'address',
  [codes.ownAddress]: 'address',
  [codes.enterAmount]: 'amount',
  [codes.belowMinimumWithdrawal]: 'amount',
  [codes.withdrawalInsufficientAfterFee]: 'amount',
  [codes.insufficientWalletBalance]: 'amount',
  [codes.quantityOutOfRange]: 'amount',
  [codes.operationFailed]: 'remark',
};

/** The field that a refusal is about; null when it is about the withdrawal as a whole. */
export function fieldOfRefusal(error: unknown): WithdrawalField | null {
  return error instanceof ApiRefusal ? (fieldOfCode[error.code] ?? null) : null;
}

function textOf(data: unknown, name: string): string | null {
  if (typeof data !== 'object' || data === null) return null;
  const value: unknown = (data as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}

/**
 * What a refusal says beyond its code's message: until when to wait, what would be allowed. Null where the
 * message says everything.
 */
export function refusalDetail(error: unknown): string | null {
  if (!(error instanceof ApiRefusal)) return null;
  const { code, data } = error;
  const until = textOf(data, 'usableAt') ?? textOf(data, 'until');
  const time = until === null ? '' : formatTime(Number(until), 'dayTime');
  if (code === codes.withdrawalHold && until !== null) return t`It unlocks at ${time}.`;
  if (code === codes.addressWrong) {
    const why = textOf(data, 'why');
    if (why === 'waiting') return t`This address is new. Money can go there from ${time}.`;
    if (why === 'not-booked') return t`With the 24-hour wait on, money can only go to addresses in your book.`;
    return null;
  }
  if (code === codes.quantityOutOfRange) {
    const limit = textOf(data, 'limit');
    const used = textOf(data, 'used');
    if (limit !== null && used !== null) {
      return t`Used today: ${formatNumber(used)} of ${formatNumber(limit)} USDT.`;
    }
    const step = textOf(data, 'step');
    if (step !== null) return t`Enter a multiple of ${formatNumber(step)}.`;
  }
  return null;
}
