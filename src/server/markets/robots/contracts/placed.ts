import { robotOwner } from '#server/core/ledger/account.ts';
import { findAnswers } from '#server/core/idempotency/stored-answers.ts';
import { numbersLiteral } from '#server/core/store/array-literals.ts';
import type { Queryable } from '#server/core/store/database.ts';
import type { ContractAnswers } from '#server/markets/contracts/requests/request.ts';
import type { ContractClosing, ContractPosition } from '#server/markets/contracts/position.ts';
import {
  type Row,
  toContractClosing,
  toContractOrder,
  toContractPosition,
} from '#server/markets/contracts/rows/stored-rows.ts';
import type { RobotOrderRow } from '../tables.ts';
import { orderKey } from '../store.ts';
import type { ContractOrderNow } from './accounting.ts';

/** What a robot’s order on a contract is answered with, and found again by: the id of the order. */
type PlacedAnswer = ContractAnswers['place-for-robot'];

/**
 * Those of a robot’s orders that were placed on its contract, by their numbers, with what they opened and what was closed of
 * it. An order and its position are read as of one moment; closings are read after them.
 */
export async function readPlacedOnContract(
  client: Queryable,
  robot: bigint,
  orders: readonly RobotOrderRow[],
): Promise<Map<number, ContractOrderNow>> {
  const ids = await idsOf(client, robot, orders);
  if (ids.size === 0) return new Map();
  const owner = robotOwner(robot);
  const placedIds = numbersLiteral([...ids.values()]);
  const { rows } = await client.query<{ order: Row; position: Row | null }>({
    name: 'robots-placed-on-contract',
    text: `SELECT to_jsonb(placed) AS "order", to_jsonb(made) AS position
             FROM contract_orders AS placed LEFT JOIN contract_positions AS made ON made.id = placed.id
            WHERE placed.owner = $1 AND placed.id = ANY ($2::bigint[])`,
    values: [owner, placedIds],
  });
  const closed = await client.query<Row>({
    name: 'robots-closings-on-contract',
    text: 'SELECT * FROM contract_closings WHERE position = ANY ($1::bigint[]) ORDER BY id',
    values: [placedIds],
  });
  const closings = Map.groupBy(closed.rows.map(toContractClosing), ({ position }: ContractClosing) => Number(position));
  const found = new Map(
    rows.map(({ order, position }) => {
      const placed = toContractOrder(order);
      const held: ContractPosition | null = position === null ? null : toContractPosition(position);
      return [placed.id, { order: placed, position: held, closings: closings.get(placed.id) ?? [] }];
    }),
  );
  return new Map([...ids].flatMap(([ref, id]) => (found.has(id) ? [[ref, found.get(id) as ContractOrderNow]] : [])));
}

/** Ids in the contract’s book by the robot’s numbers: known ones, and those of orders that were placed unheard. */
async function idsOf(client: Queryable, robot: bigint, orders: readonly RobotOrderRow[]): Promise<Map<number, number>> {
  const known = orders.flatMap(({ ref, order }) => (order === null ? [] : [[ref, order] as const]));
  const unknown = orders.filter(({ order }) => order === null).map((order) => ({ ref: order.ref, ...orderKey(order) }));
  const userId = robotOwner(robot);
  const answers = await findAnswers(
    client,
    unknown.map(({ call, key }) => ({ userId, call, key })),
  );
  const placed = unknown.flatMap(({ ref, call, key }) => {
    const stored = answers.get(`${userId} ${call} ${key}`);
    return stored === undefined ? [] : [[ref, (stored.answer as PlacedAnswer).id] as const];
  });
  return new Map([...known, ...placed]);
}
