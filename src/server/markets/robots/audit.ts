import { firstRobot } from '../../core/ledger/account.ts';
import type { AuditPart } from '../../core/ledger/audit-parts.ts';
import { rowsPerCheckMax } from '../../core/ledger/audit-parts.ts';

/**
 * What robots hold: a robot’s part of the ledger equals its book, which is what it put in and the fills accounted for, with
 * what its orders, and the positions they opened on a contract, show beyond that; a robot that has stopped holds nothing.
 * What rests or is open is spot’s and contracts’ to explain.
 * That none is below zero is a constraint of the ledger.
 */
export const robotsAudit: AuditPart = {
  name: 'robots',
  async find(client, { since, full }) {
    const { rows } = await client.query<{ id: string; asset: string; held: string; book: string }>(
      `WITH checked AS (
         SELECT id, pair, base, quote, quote_held, base_held FROM robots
          WHERE $2 OR (state <> 'stopped' AND updated_at >= $1) OR ended_at >= $1
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
  },
};
