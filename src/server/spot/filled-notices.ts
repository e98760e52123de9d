import type { Logger } from '../log.ts';
import { pairOf } from '../market/pairs.ts';
import type { Notices } from '../notices/notices.ts';
import type { Database } from '../store/database.ts';
import type { SpotEvent } from './spot.ts';
import { type SpotOrder, toOrder } from './spot-order.ts';

/** What is needed to tell people of their filled delegates. */
export interface FilledNoticesDeps {
  readonly database: Database;
  readonly notices: Notices;
  readonly logger: Logger;
}

/**
 * Tells the owner of a limit delegate that had been resting when it is filled. Whoever fills at once sees it
 * on the screen; a notice is for those who have put the phone away. The notice follows the fill in a
 * transaction of its own: a fill never waits for it and is not undone by it.
 *
 * @returns what to call with every commit of the spot markets
 */
export function createFilledNotices({ database, notices, logger }: FilledNoticesDeps): (event: SpotEvent) => void {
  return (event) => {
    for (const order of event.orders) {
      if (isRestingFill(order)) {
        tell(order).catch((error: unknown) => logger.error({ err: error }, 'a filled delegate was not told of'));
      }
    }
  };

  async function tell(order: SpotOrder): Promise<void> {
    const { base, quote } = pairOf(order.pair);
    const { filled, filledTotal, averagePrice } = toOrder(order);
    await database.transaction((tx) =>
      notices.send(tx, order.owner, 'trading', `notice/order-filled-${order.side}`, {
        pair: `${base}/${quote}`,
        asset: base,
        amount: filled,
        price: averagePrice ?? '0',
        total: filledTotal,
      }),
    );
    notices.changed(order.owner);
  }
}

function isRestingFill(order: SpotOrder): boolean {
  return order.type === 'limit' && order.status === 'filled' && order.updatedAt > order.createdAt;
}
