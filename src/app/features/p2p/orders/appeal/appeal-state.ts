import type { P2pOrderDetail, P2pParty } from '#protocol/p2p/entities/trade.ts';

/** The part of the viewer in an order. */
export function ownParty({ order }: Pick<P2pOrderDetail, 'order'>): 'buyer' | 'seller' {
  return order.side === 'buy' ? 'buyer' : 'seller';
}

/** The last thing a side says of an appeal; null before it did. */
export function lastStatement({ appeal }: Pick<P2pOrderDetail, 'appeal'>, by: P2pParty) {
  return appeal?.statements.findLast((statement) => statement.by === by) ?? null;
}

/** What the arbiter asks the viewer; null while nothing is asked. */
export function arbiterAsks(detail: Pick<P2pOrderDetail, 'order' | 'appeal'>): string | null {
  if (detail.order.state !== 'appeal' || detail.appeal?.asked !== ownParty(detail)) return null;
  return lastStatement(detail, 'arbiter')?.text ?? null;
}

/** Who waits for the viewer's words in an appeal: an arbiter, the side that appealed, or nobody. */
export function questionOf(detail: Pick<P2pOrderDetail, 'order' | 'appeal'>): 'arbiter' | 'appeal' | null {
  if (arbiterAsks(detail) !== null) return 'arbiter';
  const own = ownParty(detail);
  return detail.appeal !== null && detail.appeal.by !== own && lastStatement(detail, own) === null ? 'appeal' : null;
}
