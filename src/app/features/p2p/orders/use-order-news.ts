import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { FiatOrder } from '../../../../protocol/p2p/entities/trade.ts';
import { toast } from '../../../ui/overlays/toast.ts';

/** Whether the state of an order was brought about by somebody else than its viewer. */
function isNews({ state, side, endedBy }: FiatOrder): boolean {
  if (state === 'paid') return side === 'sell';
  if (state === 'completed' || state === 'cancelled') return endedBy !== (side === 'buy' ? 'buyer' : 'seller');
  return false;
}

/** What the other side, the countdown or an arbiter did, said once while the order is on screen. */
export function useOrderNews(order: FiatOrder | undefined): void {
  const { t } = useLingui();
  const before = useRef<FiatOrder | undefined>(undefined);
  useEffect(() => {
    const last = before.current;
    before.current = order;
    if (order === undefined || last === undefined || last.id !== order.id || last.state === order.state) return;
    // The part of the screen that had the focus may be gone with the state.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus();
    if (!isNews(order)) return;
    const titles = {
      paid: t`The buyer marked the order as paid`,
      completed: order.endedBy === 'arbiter' ? t`The arbiter released the coins` : t`The seller released the coins`,
      cancelled:
        order.endedBy === 'arbiter'
          ? t`The arbiter gave the coins back to the seller.`
          : order.endedBy === 'timeout'
            ? t`The time to pay is over`
            : t`The buyer cancelled the order`,
      'waiting-payment': '',
      appeal: '',
    };
    toast.show({ type: 'info', title: titles[order.state] });
  }, [order, t]);
}
