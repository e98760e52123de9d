import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { type TalkLine, writeTalkLine } from '#server/accounts/chat/talks/talks.ts';
import { markPaid } from './acts.ts';
import type { OrderChanges } from './changes.ts';
import type { OrdersDeps } from './deps.ts';
import { endOrder } from './ending.ts';
import { attachProof } from './proofs.ts';
import { orderRefusal } from './rules.ts';
import { lockOrder } from './store.ts';
import { takeAdvert } from './taking/take.ts';
import type { Taking } from './taking/taking.ts';

/** What the merchants of practice mode do in orders: the same as people, without a session and a password. */
export interface HouseActs {
  take(taking: Taking): Promise<P2pOrder>;
  markPaid(user: bigint, order: bigint): Promise<unknown>;
  /** Attaches a picture as the user's payment proof. */
  prove(user: bigint, order: bigint, picture: Buffer): Promise<unknown>;
  /** Releases the coins as the seller. False when it cannot be, or may not now. */
  release(user: bigint, order: bigint): Promise<boolean>;
  /** Says something in the conversation of an order. */
  say(order: bigint, line: TalkLine): Promise<void>;
}

export function createHouseActs(deps: OrdersDeps, changes: OrderChanges): HouseActs {
  return {
    take: (taking) => takeAdvert(deps, changes, taking),
    markPaid: (user, order) => markPaid(deps, changes, user, order.toString()),
    prove: (user, order, picture) => attachProof(deps, changes, user, order.toString(), { bytes: picture }),
    async release(user, order) {
      const done = await deps.database.transaction(async (tx) => {
        const row = await lockOrder(tx, order);
        const now = deps.clock();
        if (row === null || row.seller !== user || orderRefusal(row, 'seller', 'release', now) !== null) return null;
        if (deps.gate.isStopped('p2p', { assets: [row.asset] })) return null;
        return endOrder(tx, deps, row, 'release', now);
      });
      changes.changed(done);
      return done !== null;
    },
    async say(order, line) {
      await deps.database.transaction((tx) => writeTalkLine(tx, order, line, deps.clock()));
      changes.said(order);
    },
  };
}
