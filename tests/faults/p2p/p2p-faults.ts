import type { PoolClient } from 'pg';
import { holdFaults } from '#server/core/ledger/testing.ts';
import { exchangeFaults } from '../exchange-faults.ts';
import { advertsAudit } from '#server/p2p/adverts/audit.ts';
import { merchantsAudit } from '#server/p2p/merchants/audit.ts';
import { ordersAudit } from '#server/p2p/orders/audit.ts';

/** Lists of faults by what is wrong with each order found: all of them are empty where everything was done once. */
const queries: Readonly<Record<string, string>> = {
  'went into escrow and out of it as often as it should not': `
    SELECT id, state FROM fiat_orders
     WHERE (SELECT count(*) FROM ledger_entries WHERE owner = -fiat_orders.id)
           <> CASE WHEN ended_at IS NULL THEN 1 ELSE 2 END`,
  'paid the wrong side, or not once': `
    SELECT id, state FROM fiat_orders
     WHERE (SELECT coalesce(sum(available), 0) FROM ledger_entries
             WHERE reference = fiat_orders.id::text AND kind = 'fiat-trade' AND owner = fiat_orders.buyer)
           <> CASE WHEN state = 'completed' THEN units ELSE 0 END
        OR (SELECT coalesce(sum(available + frozen), 0) FROM ledger_entries
             WHERE reference = fiat_orders.id::text AND kind = 'fiat-escrow' AND owner = fiat_orders.seller)
           <> CASE WHEN state = 'cancelled' THEN 0 ELSE -units END`,
  'was taken or ended more than once, or less': `
    SELECT id, state FROM fiat_orders
     WHERE (SELECT count(*) FROM fiat_order_events WHERE fiat_order = fiat_orders.id AND what = 'taken') <> 1
        OR (SELECT count(*) FROM fiat_order_events
             WHERE fiat_order = fiat_orders.id AND what IN ('released', 'cancelled', 'expired', 'refunded'))
           <> CASE WHEN ended_at IS NULL THEN 0 ELSE 1 END`,
  'was reported twice to one side': `
    SELECT subject ->> 'order' AS id, article_key AS state FROM notices
     WHERE subject ->> 'kind' = 'fiat-order' GROUP BY owner, subject ->> 'order', article_key HAVING count(*) > 1`,
  'has a line of the house twice': `
    SELECT chat_groups.fiat_order AS id, house AS state
      FROM chat_messages JOIN chat_groups ON chat_groups.id = chat_messages.group_id
     WHERE chat_groups.fiat_order IS NOT NULL AND house IS NOT NULL AND house NOT LIKE 'order-answered-%'
     GROUP BY chat_groups.fiat_order, house HAVING count(*) > 1`,
};

/** What is wrong with fiat orders and what they hold; in one snapshot, so that the exchange may be at work. */
export async function p2pFaults(client: PoolClient): Promise<string[]> {
  const faults = await exchangeFaults(client);
  for (const part of ['frozen', 'locked'] as const) {
    faults.push(...(await holdFaults(client, ['fiat'], [advertsAudit, merchantsAudit], { part, from: 100n })));
  }
  const found = (await ordersAudit.find?.(client, { since: 0, full: true })) ?? [];
  faults.push(...found.map(({ text }) => text));
  for (const [words, sql] of Object.entries(queries)) {
    const { rows } = await client.query<{ id: string; state: string }>(sql);
    faults.push(...rows.map(({ id, state }) => `fiat order ${id}, ${state}: ${words}`));
  }
  return faults;
}
