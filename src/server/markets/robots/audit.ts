import { firstRobot } from '#server/core/ledger/account.ts';
import { type AuditFinding, type AuditLook, type AuditPart, rowsPerCheckMax } from '#server/core/ledger/audit-parts.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { robotRows } from './row-checks.ts';

/**
 * What robots hold: a robot’s part of the ledger equals its book, which is what it put in and the fills accounted for, with
 * what its orders, and the positions they opened on a contract, show beyond that; a robot that has stopped holds nothing.
 * What rests or is open is spot’s and contracts’ to explain.
 * That none is below zero is a constraint of the ledger.
 *
 * What it made, paid and traded follows from those: see `row-checks.ts`.
 *
 * How often products were used: their robots are numbered from 1 on and no number is left out, so that the newest number is
 * how many there are. That none is given twice is a constraint of the store.
 */
export const robotsAudit: AuditPart = {
  name: 'robots',
  rows: robotRows,
  async find(client, look) {
    return [...(await findBooks(client, look)), ...(await findUses(client, look))];
  },
};

/** Robots whose part of the ledger is not their book. */
async function findBooks(client: Queryable, { since, full }: AuditLook): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ id: string; asset: string; held: string; book: string }>(
    `WITH checked AS (
         SELECT id, pair, base, quote, quote_held, base_held FROM robots
          WHERE $2 OR state <> 'stopped' OR ended_at >= $1
       ), beyond AS (
         SELECT own.robot, own.pair, own.side, placed.filled - own.filled AS filled, placed.filled_total - own.filled_total AS total,
                placed.fee - own.fee AS fee
           FROM checked JOIN robot_orders AS own ON own.robot = checked.id
           JOIN spot_orders AS placed ON placed.owner = own.robot + ${firstRobot} AND placed.id = own.order_id
          WHERE own.order_id IS NOT NULL
         UNION ALL
         SELECT own.robot, own.pair, own.side, placed.filled, placed.filled_total, placed.fee
           FROM checked JOIN robot_orders AS own ON own.robot = checked.id
           JOIN spot_orders AS placed ON placed.owner = own.robot + ${firstRobot}
                AND placed.request_key = substring(sha256(convert_to('robot order ' || own.robot || ' ' || own.ref, 'UTF8')) for 16)
          WHERE own.order_id IS NULL
       ), on_contract AS (
         SELECT own.robot, sum(coalesce(made.realised - made.insurance - made.open_fee - made.close_fee - made.overnight_fee, 0)
                               - (own.realized - own.fee - own.later_fee)) AS quote
           FROM checked JOIN robot_orders AS own ON own.robot = checked.id AND own.leverage IS NOT NULL
           LEFT JOIN idempotency AS placed ON own.order_id IS NULL AND placed.user_id = own.robot + ${firstRobot}
                AND placed.call = 'robot order' AND placed.key = 'robot order ' || own.robot || ' ' || own.ref
           LEFT JOIN contract_positions AS made ON made.id = coalesce(own.order_id, (placed.answer->>'id')::bigint)
          GROUP BY own.robot
       ), moved AS (
         SELECT robot, pair, sum(CASE side WHEN 'buy' THEN filled - fee ELSE -filled END) AS base,
                sum(CASE side WHEN 'buy' THEN -total ELSE total - fee END) AS quote
           FROM beyond GROUP BY robot, pair
       ), coins AS (
         SELECT id, pair, base AS asset, base_held AS units FROM checked
         UNION ALL
         SELECT id, further.pair, further.base, held FROM checked JOIN robot_coins AS further ON robot = id
       ), books AS (
         SELECT id, asset, units + coalesce(moved.base, 0) AS units
           FROM coins LEFT JOIN moved ON robot = id AND moved.pair = coins.pair
         UNION ALL
         SELECT id, checked.quote, quote_held + coalesce((SELECT sum(quote) FROM moved WHERE robot = id), 0)
                + coalesce((SELECT quote FROM on_contract WHERE robot = id), 0)
           FROM checked
       ), held AS (
         SELECT owner - ${firstRobot} AS id, asset, sum(available + frozen + locked) AS units FROM balances
          WHERE owner IN (SELECT id + ${firstRobot} FROM checked) GROUP BY owner, asset
       )
       SELECT coalesce(books.id, held.id) AS id, coalesce(books.asset, held.asset) AS asset,
              coalesce(held.units, 0) AS held, coalesce(books.units, 0) AS book
         FROM books FULL JOIN held ON held.id = books.id AND held.asset = books.asset
        WHERE coalesce(held.units, 0) <> coalesce(books.units, 0)
        LIMIT ${rowsPerCheckMax}`,
    [since, full],
  );
  return rows.map(({ id, asset, held, book }) => ({
    asset,
    text: `robot ${id}: holds ${held}, its book says ${book}`,
  }));
}

/** Robots with no one before them in the uses of their product, or of their owner. */
async function findUses(client: Queryable, { since, full }: AuditLook): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ id: string; quote: string; whose: string; use: number }>(
    `WITH checked AS (
       SELECT id, owner, strategy, pair, quote, product_use, own_use FROM robots
        WHERE $2 OR (state <> 'stopped' AND updated_at >= $1) OR ended_at >= $1
     )
     SELECT id, quote, 'its product' AS whose, product_use AS use FROM checked
      WHERE product_use <> 1 AND NOT EXISTS (
        SELECT FROM robots AS before WHERE before.strategy = checked.strategy AND before.pair = checked.pair
           AND before.product_use = checked.product_use - 1)
     UNION ALL
     SELECT id, quote, 'its owner', own_use FROM checked
      WHERE own_use <> 1 AND NOT EXISTS (
        SELECT FROM robots AS before WHERE before.owner = checked.owner AND before.strategy = checked.strategy
           AND before.pair = checked.pair AND before.own_use = checked.own_use - 1)
     LIMIT ${rowsPerCheckMax}`,
    [since, full],
  );
  return rows.map(({ id, quote, whose, use }) => ({
    asset: quote,
    text: `robot ${id}: is use ${use} of ${whose}, and none is use ${use - 1}`,
  }));
}
