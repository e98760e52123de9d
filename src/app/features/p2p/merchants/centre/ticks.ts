import type { CallOutput } from '#protocol/calls.ts';
import { compareDecimals } from '#protocol/core/decimal.ts';

/** The four things that make a merchant (spec point 6). */
export type TickName = 'verified' | 'nickname' | 'methods' | 'deposit';

interface Tick {
  readonly name: TickName;
  readonly holds: boolean;
  /** Where it is mended. */
  readonly href: string;
}

type Standing = Pick<CallOutput<'GET legalMgrPage'>, 'verified' | 'nickname' | 'methods' | 'deposit'>;

/** What a merchant has to keep up, what fails first: without one of them nothing is published. */
export function ticksOf({ verified, nickname, methods, deposit }: Standing): Tick[] {
  const ticks: Tick[] = [
    { name: 'verified', holds: verified, href: '#/pages/mine/authentication' },
    { name: 'nickname', holds: nickname !== null, href: '#/pages/business/SetNickname' },
    { name: 'methods', holds: methods.length > 0, href: '#/pages/business/payWay' },
    {
      name: 'deposit',
      holds: deposit.state === 'paid' && compareDecimals(deposit.missing, '0') <= 0,
      href: '#/pages/business/bzj',
    },
  ];
  return ticks.toSorted((a, b) => Number(a.holds) - Number(b.holds));
}
