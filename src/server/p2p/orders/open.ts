import { shownHeld } from '#server/core/outflow/held-value.ts';
import type { Area } from '#server/core/areas/area.ts';
import { createOrderHandlers, type OrderHandlers } from './calls.ts';
import { createCaseAnnouncements } from './cases/announcing.ts';
import { createOrderChanges, type OrderChanges } from './changes.ts';
import type { OrdersDeps } from './deps.ts';
import { createDueOrders } from './due.ts';
import { createHouseActs, type HouseActs } from './house-acts.ts';
import { bindFormerSeals } from './order-secrets.ts';
import { readOrderFile } from './proofs.ts';
import { openOrdersOf } from './store.ts';
import { p2pOrderTopics } from './topic.ts';

const dueEveryMs = 500;

/** P2P orders of a running exchange. */
export interface OpenedOrders extends Area<OrderHandlers> {
  /** The bytes of a picture that belongs to an order of the reader, or null. */
  readonly readFile: (reader: bigint, file: string) => Promise<Buffer | null>;
  /** Calls back after the commit with every order that changed: its conversation has a new line. */
  readonly onTalk: OrderChanges['onTalk'];
  /** What the merchants of practice mode do in orders. */
  readonly house: HouseActs;
  /** Handles what is due, as the job does. @returns how many orders it changed */
  readonly handleDue: () => Promise<number>;
}

/** Opens P2P orders: their calls, their countdowns, and what they publish. */
export async function openOrders(deps: OrdersDeps): Promise<OpenedOrders> {
  await bindFormerSeals(deps);
  const changes = createOrderChanges(deps);
  const announceCases = createCaseAnnouncements(deps, changes);
  const handleDueOrders = createDueOrders(deps, changes);
  const handleDue = async () => (await announceCases()) + (await handleDueOrders());
  return {
    calls: createOrderHandlers(deps, changes),
    topics: p2pOrderTopics({
      underWay: (owner, most) => openOrdersOf(deps.database.pool, owner, most),
      onChange: changes.onChange,
      heldOf: async (owner) => shownHeld(await deps.outflow.heldOf(deps.database.pool, owner, deps.clock())),
      failed: (error) => deps.logger.error({ err: error }, 'held value was not published'),
    }),
    jobs: [{ name: 'handle due fiat orders', everyMs: dueEveryMs, run: handleDue }],
    readFile: (reader, file) => readOrderFile(deps, reader, file),
    onTalk: changes.onTalk,
    house: createHouseActs(deps, changes),
    handleDue,
  };
}
