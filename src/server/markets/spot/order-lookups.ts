import type { OwnerId } from '#protocol/core/brand.ts';
import { hash } from 'node:crypto';
import { bytesLiteral, numbersLiteral } from '#server/core/store/array-literals.ts';
import type { Queryable } from '#server/core/store/database.ts';
import type { IdempotencyKey } from '#server/core/idempotency/idempotency-key.ts';
import type { SpotOrder } from './order.ts';
import type { SpotRequest } from './spot.ts';
import { type OrderRow, toSpotOrder } from './order-row.ts';

/** A look-up of an order by owner and id. */
interface OrderName {
  readonly owner: OwnerId;
  readonly id: number;
}

/** The stored ones of the named orders, by id. */
export async function findOrders(client: Queryable, names: readonly OrderName[]): Promise<Map<number, SpotOrder>> {
  if (names.length === 0) return new Map();
  const { rows } = await client.query<OrderRow>({
    name: 'spot-find',
    text: `SELECT stored.* FROM unnest($1::bigint[], $2::bigint[]) AS wanted (owner, id)
             JOIN spot_orders AS stored USING (owner, id)`,
    values: [numbersLiteral(names.map(({ owner }) => owner)), numbersLiteral(names.map(({ id }) => id))],
  });
  return new Map(rows.map(toSpotOrder).map((order) => [order.id, order]));
}

/** An idempotency key as stored with the order: digests of the key and of the body. */
export interface RequestKey {
  readonly key: Buffer;
  readonly bodyHash: Buffer;
}

/** Stored bytes of a digest: 128 bits rule out collisions between one user's keys. */
const digestBytes = 16;

function requestDigest(key: string): Buffer {
  return hash('sha256', key, 'buffer').subarray(0, digestBytes);
}

/** @param key the idempotency key as it was sent; `bodyHash` as `bodyHash` of the body */
export function requestKeyOf(key: string, bodyHash: string): RequestKey {
  return {
    key: requestDigest(key),
    bodyHash: Buffer.from(bodyHash, 'base64url').subarray(0, digestBytes),
  };
}

/** The stored key of an order; null for a cancellation and for the house. */
export function placingKeyOf({ kind }: SpotRequest, key: IdempotencyKey | null): RequestKey | null {
  return kind === 'place' && key !== null ? requestKeyOf(key.key, key.bodyHash) : null;
}

/** A user and an idempotency key. */
interface RequestName {
  readonly owner: OwnerId;
  readonly key: Buffer;
}

/** One text per request, for maps. */
export function requestText({ owner, key }: RequestName): string {
  return `${owner} ${key.toString('base64')}`;
}

/** A previously placed order, with the digest of its request body. */
export interface PlacedBefore {
  readonly order: SpotOrder;
  readonly bodyHash: Buffer;
}

/** Orders previously placed with these keys, by `requestText`. */
export async function findPlaced(client: Queryable, names: readonly RequestName[]): Promise<Map<string, PlacedBefore>> {
  if (names.length === 0) return new Map();
  const { rows } = await client.query<OrderRow & { request_key: Buffer; request_hash: Buffer }>({
    name: 'spot-placed',
    text: `SELECT stored.* FROM unnest($1::bigint[], $2::bytea[]) AS wanted (owner, request_key)
             JOIN spot_orders AS stored USING (owner, request_key)`,
    values: [numbersLiteral(names.map(({ owner }) => owner)), bytesLiteral(names.map(({ key }) => key))],
  });
  return new Map(
    rows.map((row) => {
      const order = toSpotOrder(row);
      return [requestText({ owner: order.owner, key: row.request_key }), { order, bodyHash: row.request_hash }];
    }),
  );
}
