import { million } from '#protocol/core/fees.ts';
import { firstRobot } from '#server/core/ledger/account.ts';
import type { RowCheck } from '#server/core/ledger/audit-parts.ts';
import { isWholeSince } from '#server/core/ledger/audit-references.ts';

const ofRobots = { table: 'robots', asset: 'item.quote' } as const;

/** Robots whose trades one run of the rotation adds up. */
const addedAtOnce = 500;

/** What further coins of a basket cost, and the fees paid for them. */
const further = `CROSS JOIN LATERAL (
  SELECT coalesce(sum(cost), 0) AS cost, coalesce(sum(cost_fees), 0) AS cost_fees FROM robot_coins WHERE robot = item.id) AS further`;

/**
 * What a robot holds and what that cost differ from what was put in by what it realized less fees, exactly: nothing is rounded on
 * one side alone. Its days add up to what it is worth beyond what was put in, and the service fee was charged once, at its end.
 */
const books: RowCheck = {
  ...ofRobots,
  name: 'robots: books',
  open: "state <> 'stopped'",
  beside: `${further} CROSS JOIN LATERAL (
    SELECT coalesce(sum(income), 0) AS income, coalesce(sum(fees), 0) AS fees,
           coalesce(sum(income) FILTER (WHERE day < item.day), 0) AS income_before,
           coalesce(sum(fees) FILTER (WHERE day < item.day), 0) AS fees_before FROM robot_days WHERE robot = item.id) AS days
    CROSS JOIN LATERAL (SELECT coalesce(item.returned, 0) + item.service_fee AS units) AS worth`,
  wrong: `item.net <> item.realized - item.fees + item.cost_fees + further.cost_fees
    OR item.day_value <> item.put_in + days.income_before OR item.day_fees <> days.fees_before
    OR CASE WHEN item.state = 'stopped'
      THEN item.returned <> item.put_in + days.income OR item.fees <> days.fees OR item.service_fee < 0
        OR item.charged_to <> greatest(item.put_in, worth.units)
        OR item.service_fee > div((item.charged_to - item.put_in)::numeric * item.service_fee_ppm, ${million})
      ELSE item.quote_held + item.cost + further.cost - item.realized + item.fees <> item.put_in
        OR item.charged_to <> item.put_in OR item.service_fee <> 0 OR item.returned IS NOT NULL END`,
  says: `'robot ' || item.id || ': what it holds, made and paid is not what was put in'`,
};

/** The first entry of a robot’s account is what was put in. */
const putIn: RowCheck = {
  ...ofRobots,
  name: 'robots: put in',
  open: null,
  beside: `LEFT JOIN LATERAL (
    SELECT available FROM ledger_entries WHERE owner = item.id + ${firstRobot} ORDER BY id LIMIT 1) AS first ON true`,
  wrong: `${isWholeSince('item.started_at')} AND item.put_in <> first.available`,
  says: `'robot ' || item.id || ': the ledger says that something else was put in'`,
};

/**
 * What the trades of a robot come to. On a contract fees of nights are in no trade, and what a position made belongs to it: those
 * are compared with the contract.
 */
const sums: RowCheck = {
  ...ofRobots,
  name: 'robots: trades',
  open: null,
  atOnce: addedAtOnce,
  beside: `${further} CROSS JOIN LATERAL (
    SELECT coalesce(sum(fee), 0) AS fees, coalesce(sum(net), 0) AS net,
           coalesce(sum(CASE side WHEN 'buy' THEN total - fee ELSE -total END), 0) AS spent
      FROM robot_trades WHERE robot = item.id) AS traded`,
  wrong: `item.strategy <> 'contract-grid' AND (item.fees <> traded.fees OR item.net <> traded.net
    OR item.cost + further.cost - item.realized <> traded.spent)`,
  says: `'robot ' || item.id || ': its trades come to something else than it says it made'`,
};

/** An order of a robot in the book, or of one that its row was of. */
const placedBy = (ref: string) => `placed.owner = item.robot + ${firstRobot}
  AND placed.request_key = substring(sha256(convert_to('robot order ' || item.robot || ' ' || ${ref}, 'UTF8')) for 16)`;

/** Each price is its total by its amount; the trades of an order in a spot book are what of it was filled and accounted for. */
const trades: RowCheck = {
  name: 'robots: fills',
  table: 'robot_trades',
  open: null,
  asset: 'robot.quote',
  beside: `JOIN robots AS robot ON robot.id = item.robot
    LEFT JOIN listed_pairs AS pair ON pair.id = item.pair
    LEFT JOIN listed_coins AS coin ON coin.id = pair.base
    CROSS JOIN LATERAL (
      SELECT sum(amount) AS amount, sum(total) AS total, sum(fee) AS fee, max(id) AS last FROM robot_trades AS own
       WHERE own.robot = item.robot AND own.ref = item.ref) AS of_order
    LEFT JOIN robot_orders AS known ON known.robot = item.robot AND known.ref = item.ref
    LEFT JOIN spot_orders AS placed ON robot.strategy <> 'contract-grid' AND ${placedBy('item.ref')}`,
  wrong: `item.price <> div(item.total * 10::numeric ^ coin.scale, item.amount)
    OR (robot.strategy <> 'contract-grid' AND item.id = of_order.last AND (
      (of_order.amount, of_order.total)
        <> (coalesce(known.filled, placed.filled), coalesce(known.filled_total, placed.filled_total))
      OR (item.side = 'sell' AND of_order.fee <> coalesce(known.fee, placed.fee))))`,
  says: `'trade ' || item.id || ' of robot ' || item.robot || ' is not what its order was filled with'`,
};

/** Positions of a robot on a contract, with the row of the order that opened them while there is one. */
const positions = (robot: string) => `contract_positions AS made
  LEFT JOIN robot_orders AS own ON own.robot = ${robot} AND own.order_id = made.id
  JOIN listed_contracts AS listed ON listed.id = made.contract
  JOIN listed_coins AS coin ON coin.id = listed.base
  CROSS JOIN LATERAL (SELECT (listed.lot_size * 10::numeric ^ coin.scale) AS units) AS lot`;

/** A position that was opened by an order nobody heard of yet: nothing of it is accounted for. */
const isUnheard = (robot: string) => `EXISTS (
  SELECT FROM robot_orders AS sent
    JOIN idempotency AS answered ON answered.user_id = made.owner AND answered.call = 'robot order'
     AND answered.key = 'robot order ' || sent.robot || ' ' || sent.ref
   WHERE sent.robot = ${robot} AND sent.order_id IS NULL AND (answered.answer->>'id')::bigint = made.id)`;

/** What a grid on a contract made and traded is what its positions did, as far as that is accounted for. */
const contractSums: RowCheck = {
  ...ofRobots,
  name: 'robots: positions',
  open: null,
  atOnce: addedAtOnce,
  beside: `LEFT JOIN LATERAL (
    SELECT sum(coalesce(own.fee + own.later_fee, made.open_fee + made.close_fee + made.overnight_fee)) AS fees,
           sum(coalesce(own.realized, made.realised - made.insurance)) AS realized,
           sum(coalesce(own.filled, made.opened_lots * lot.units)) AS opened,
           sum(coalesce(own.filled_total, made.opened_cost)) AS opened_total,
           sum(coalesce(own.fee, made.open_fee)) AS opened_fee,
           sum(coalesce(own.closed, (made.opened_lots - made.lots) * lot.units)) AS closed,
           sum(ended.total) AS closed_total, sum(ended.fee) AS closed_fee, sum(ended.net) AS net
      FROM ${positions('item.id')} CROSS JOIN LATERAL (
        SELECT sum(cost + CASE side WHEN 'long' THEN profit ELSE -profit END) AS total, sum(fee) AS fee,
               sum(profit - open_fee - fee - overnight_fee - insurance) AS net FROM (
          SELECT *, sum(lots) OVER (ORDER BY id) * lot.units AS so_far FROM contract_closings WHERE position = made.id) AS each
         WHERE so_far <= coalesce(own.closed, so_far)) AS ended
     WHERE made.owner = item.id + ${firstRobot} AND NOT ${isUnheard('item.id')}) AS held ON item.strategy = 'contract-grid'
    LEFT JOIN LATERAL (
    SELECT sum(amount) FILTER (WHERE closing IS NULL) AS opened, sum(total) FILTER (WHERE closing IS NULL) AS opened_total,
           sum(fee) FILTER (WHERE closing IS NULL) AS opened_fee, sum(amount) FILTER (WHERE closing IS NOT NULL) AS closed,
           sum(total) FILTER (WHERE closing IS NOT NULL) AS closed_total, sum(fee) FILTER (WHERE closing IS NOT NULL) AS closed_fee,
           sum(net) AS net FROM robot_trades WHERE robot = item.id) AS traded ON item.strategy = 'contract-grid'`,
  wrong: `item.strategy = 'contract-grid' AND (
    (item.fees, item.realized) <> (coalesce(held.fees, 0), coalesce(held.realized, 0))
    OR ${['opened', 'opened_total', 'opened_fee', 'closed', 'closed_total', 'closed_fee', 'net']
      .map((sum) => `coalesce(traded.${sum}, 0) <> coalesce(held.${sum}, 0)`)
      .join(' OR ')})`,
  says: `'robot ' || item.id || ': its positions did something else than it says it traded'`,
};

/** What was sent is what the book has. What is accounted for of a position is what its first closings come to. */
const orders: RowCheck = {
  name: 'robots: orders',
  table: 'robot_orders',
  key: [
    ['robot', 'bigint'],
    ['ref', 'integer'],
  ],
  open: 'true',
  asset: 'robot.quote',
  beside: `JOIN robots AS robot ON robot.id = item.robot
    JOIN listed_pairs AS pair ON pair.id = item.pair
    JOIN listed_coins AS base ON base.id = pair.base
    JOIN listed_coins AS quote ON quote.id = pair.quote
    LEFT JOIN spot_orders AS placed ON item.leverage IS NULL AND placed.owner = item.robot + ${firstRobot} AND placed.id = item.order_id
    LEFT JOIN contract_orders AS on_contract ON item.leverage IS NOT NULL AND on_contract.id = item.order_id
    CROSS JOIN LATERAL (
      SELECT item.closed = 0 AND item.realized = 0 OR EXISTS (
        SELECT FROM (
          SELECT sum(closing.lots) OVER own * listed.lot_size * 10::numeric ^ base.scale AS closed,
                 sum(closing.profit - closing.insurance) OVER own AS realized
            FROM contract_closings AS closing JOIN listed_contracts AS listed ON listed.id = closing.contract
           WHERE closing.position = item.order_id WINDOW own AS (ORDER BY closing.id)) AS so_far
         WHERE (so_far.closed, so_far.realized) = (item.closed, item.realized)) AS is_right) AS accounted`,
  wrong: `CASE WHEN item.leverage IS NULL
    THEN item.later_fee <> 0 OR item.closed <> 0 OR item.realized <> 0
      OR (item.order_id IS NOT NULL AND (
        placed.amount IS DISTINCT FROM item.lots * 10::numeric ^ (base.scale - pair.amount_decimals)
        OR placed.price IS DISTINCT FROM item.ticks * 10::numeric ^ (quote.scale - pair.price_decimals)))
    ELSE NOT accounted.is_right OR (item.order_id IS NOT NULL AND (
        on_contract.lots IS DISTINCT FROM item.lots OR on_contract.price_ticks IS DISTINCT FROM item.ticks)) END`,
  says: `'order ' || item.ref || ' of robot ' || item.robot || ' is another one in the book'`,
};

/** What must hold of every robot, of its orders and of its trades. */
export const robotRows: readonly RowCheck[] = [books, putIn, sums, trades, contractSums, orders];
