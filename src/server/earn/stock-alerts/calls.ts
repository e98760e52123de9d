import type { Handlers } from '#server/core/handler.ts';
import type { StockAlertsDeps } from './deps.ts';
import { onSaleOf } from './offers.ts';
import { addAlert, ownAlerts, removeAlert } from './store.ts';
import { Refusal } from '#server/core/failures/refusal.ts';

export type StockAlertHandlers = Pick<Handlers, 'GET stockAlerts' | 'PUT stockAlerts'>;

export function createStockAlertHandlers({ database, clock }: StockAlertsDeps): StockAlertHandlers {
  return {
    'GET stockAlerts': async (_, { caller }) => ({ list: await ownAlerts(database, caller.userId) }),

    'PUT stockAlerts': async ({ product, item, on }, { caller: { userId } }) => {
      const id = BigInt(item);
      if (on) {
        const offers = await onSaleOf(database, product);
        if (!offers.some((offer) => offer.item === id)) throw new Refusal('notFound');
        await database.transaction((tx) => addAlert(tx, userId, product, id, clock()));
      } else {
        await removeAlert(database, userId, product, id);
      }
      return { list: await ownAlerts(database, userId) };
    },
  };
}
