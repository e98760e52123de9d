import type { FiatOrderDetail } from '../../../../../protocol/entities/fiat-trade.ts';
import type { FiatTalk } from '../../../../../protocol/entities/fiat-talk.ts';
import { useAccount } from '../../../../platform/stream/stream-hooks.ts';

/** The conversation of an order as it is now: the account topic knows it newer than the order's answer. */
export function useTalk({ talk, order }: Pick<FiatOrderDetail, 'talk' | 'order'>): FiatTalk | null {
  const account = useAccount();
  if (talk === null) return null;
  return account?.fiatTalks.find((one) => one.order === order.id) ?? talk;
}
