import { alertedProduct, type StockAlert } from '#protocol/stock-alerts/entities.ts';
import { writeNotices } from '#server/accounts/notices/write-notice.ts';
import type { StockAlertsDeps } from './deps.ts';
import { type Offer, onSaleOf } from './offers.ts';
import { awaitedItems, takeWaiting } from './store.ts';

type Product = StockAlert['product'];

/** People who hear of it in one transaction. */
const notifiedAtOnce = 500;

const dealings = { 'fixed-term': 'fixed-terms', 'miner-model': 'mining' } as const satisfies Record<Product, string>;

/**
 * Sends the notices of products that can be bought again. A notice and the end of its alert are one transaction, so that
 * nobody hears of it twice or never, also after a restart. Alerts of what is no longer on sale end without a notice; while
 * an operator stops a product, nothing can be bought and nobody is notified.
 *
 * @returns how many people were notified
 */
export function createDueAlerts(deps: StockAlertsDeps): (isClosed: () => boolean) => Promise<number> {
  const { database, gate, clock, notices } = deps;

  /** One step of an item. @returns how many waited for it, those who were notified among them */
  async function step(product: Product, item: bigint, offer: Offer | undefined): Promise<number> {
    const owners = await database.transaction(async (tx) => {
      const waiting = await takeWaiting(tx, product, item, notifiedAtOnce);
      if (offer === undefined) return waiting;
      const { article: articleKey, facts, subject } = offer;
      const at = clock();
      await writeNotices(
        tx,
        waiting.map((owner) => ({ owner, kind: 'trading' as const, articleKey, facts, subject, at })),
      );
      return waiting;
    });
    if (offer !== undefined) for (const owner of owners) notices.changed(owner);
    return owners.length;
  }

  return async function notifyWaiting(isClosed) {
    let count = 0;
    for (const product of alertedProduct.options) {
      const awaited = await awaitedItems(database.pool, product);
      if (awaited.length === 0) continue;
      const offers = new Map((await onSaleOf(database, product)).map((offer) => [offer.item, offer]));
      for (const item of awaited) {
        const offer = offers.get(item);
        if (offer !== undefined && !offer.canBeBought) continue;
        if (offer !== undefined && gate.isStopped(dealings[product], { assets: [offer.asset] })) continue;
        for (let taken = notifiedAtOnce; taken === notifiedAtOnce && !isClosed();) {
          taken = await step(product, item, offer);
          if (offer !== undefined) count += taken;
        }
      }
    }
    return count;
  };
}
