import { type FixedCycle, type FixedState, fixedState } from '#protocol/fixed-terms/entities.ts';
import { numbersLiteral, textsLiteral } from '#server/core/store/array-literals.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import { productOwners } from '../backing/accounts.ts';
import type { HoldingRow, ProductRow } from './rows.ts';
import type { EndedHolding, NewHolding } from './rules.ts';

type Client = Pick<Transaction, 'client'>;

interface StoredTerms {
  readonly id: string;
  readonly asset: string;
  readonly cycle: FixedCycle;
  readonly days: number;
  readonly day_ms: string;
  readonly rate_ppm: string;
  readonly exit_ppm: string;
}

interface StoredProduct extends StoredTerms {
  readonly version: number;
  readonly minimum: string;
  readonly maximum: string;
  readonly quota: string;
  readonly held: string;
  readonly promised: string;
  readonly is_open: boolean;
}

const productColumns =
  'id, version, asset, cycle, days, day_ms, rate_ppm, exit_ppm, minimum, maximum, quota, held, promised, is_open';

function termsOf({ asset, cycle, days, day_ms, rate_ppm, exit_ppm }: StoredTerms) {
  return { asset, cycle, days, dayMs: Number(day_ms), ratePpm: BigInt(rate_ppm), exitPpm: BigInt(exit_ppm) };
}

function toProduct(row: StoredProduct): ProductRow {
  return {
    id: BigInt(row.id),
    version: row.version,
    ...termsOf(row),
    minimum: BigInt(row.minimum),
    maximum: BigInt(row.maximum),
    quota: BigInt(row.quota),
    held: BigInt(row.held),
    promised: BigInt(row.promised),
    isOpen: row.is_open,
  };
}

interface StoredHolding extends StoredTerms {
  readonly owner: string;
  readonly product: string;
  readonly principal: string;
  readonly promised: string;
  readonly state: FixedState;
  readonly day: number;
  readonly interest: string;
  readonly cost: string;
  readonly renews: boolean;
  readonly renewed_as: string | null;
  readonly opened_at: string;
  readonly ends_at: string;
  readonly closed_at: string | null;
  readonly revoked_by: string | null;
}

const holdingColumns =
  'id, owner, product, asset, cycle, days, day_ms, rate_ppm, exit_ppm, principal, promised, state, day, interest, cost, ' +
  'renews, renewed_as, opened_at, ends_at, closed_at, revoked_by';

function toHolding(row: StoredHolding): HoldingRow {
  return {
    id: BigInt(row.id),
    owner: BigInt(row.owner),
    product: BigInt(row.product),
    ...termsOf(row),
    principal: BigInt(row.principal),
    promised: BigInt(row.promised),
    state: row.state,
    day: row.day,
    interest: BigInt(row.interest),
    cost: BigInt(row.cost),
    renews: row.renews,
    renewedAs: row.renewed_as === null ? null : BigInt(row.renewed_as),
    openedAt: Number(row.opened_at),
    endsAt: Number(row.ends_at),
    closedAt: row.closed_at === null ? null : Number(row.closed_at),
    revokedBy: row.revoked_by,
  };
}

/** The products on sale with the free cover of each one's coin: as many rows as operators have opened. */
export async function readOffer(client: Queryable): Promise<{ product: ProductRow; freeCover: bigint }[]> {
  const { rows } = await client.query<StoredProduct & { free: string }>(
    `SELECT ${productColumns}, coalesce((SELECT available FROM balances WHERE owner = $1 AND wallet = $2
                                           AND balances.asset = fixed_products.asset), 0) AS free
       FROM fixed_products WHERE is_open ORDER BY id`,
    [productOwners['fixed-terms'], walletNumber('spot')],
  );
  return rows.map((row) => ({ product: toProduct(row), freeCover: BigInt(row.free) }));
}

/** Every product, for the console. */
export async function readProducts(client: Queryable): Promise<ProductRow[]> {
  const { rows } = await client.query<StoredProduct>(`SELECT ${productColumns} FROM fixed_products ORDER BY id`);
  return rows.map(toProduct);
}

/** Products by id, locked for the rest of the transaction. */
export async function lockProducts({ client }: Client, ids: readonly bigint[]): Promise<Map<bigint, ProductRow>> {
  const { rows } = await client.query<StoredProduct>(
    `SELECT ${productColumns} FROM fixed_products WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
    [numbersLiteral(ids)],
  );
  return new Map(rows.map((row) => [BigInt(row.id), toProduct(row)]));
}

/** Writes what is held of products and promised by them, which are locked. */
export async function writeSums({ client }: Client, products: Iterable<ProductRow>): Promise<void> {
  const all = [...products];
  await client.query(
    `UPDATE fixed_products SET held = changed.held, promised = changed.promised
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS changed (id, held, promised)
      WHERE fixed_products.id = changed.id`,
    [
      numbersLiteral(all.map(({ id }) => id)),
      numbersLiteral(all.map(({ held }) => held)),
      numbersLiteral(all.map(({ promised }) => promised)),
    ],
  );
}

/** How many running holdings a user has, and how much of one product. */
export async function runningOf(
  client: Queryable,
  owner: bigint,
  product: bigint,
): Promise<{ count: number; units: bigint }> {
  const { rows } = await client.query<{ count: number; units: string }>(
    `SELECT count(*)::int AS count, coalesce(sum(principal) FILTER (WHERE product = $2), 0) AS units
       FROM fixed_holdings WHERE owner = $1 AND state = 'not-earned'`,
    [owner, product],
  );
  return { count: rows[0]?.count ?? 0, units: BigInt(rows[0]?.units ?? 0) };
}

/** Writes new holdings, of which no row exists yet. @returns them as stored, in the given order */
export async function insertHoldings({ client }: Client, all: readonly NewHolding[]): Promise<HoldingRow[]> {
  if (all.length === 0) return [];
  const { rows } = await client.query<StoredHolding>(
    `INSERT INTO fixed_holdings
       (owner, product, asset, cycle, days, day_ms, rate_ppm, exit_ppm, principal, promised, state, renews, opened_at,
        ends_at, next_at)
     SELECT owner, product, asset, cycle, days, day_ms, rate_ppm, exit_ppm, principal, promised, 'not-earned', renews,
            opened_at, ends_at, opened_at + day_ms
       FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::integer[], $6::bigint[], $7::bigint[],
                   $8::bigint[], $9::bigint[], $10::bigint[], $11::boolean[], $12::bigint[], $13::bigint[])
            WITH ORDINALITY AS bought (owner, product, asset, cycle, days, day_ms, rate_ppm, exit_ppm, principal,
                                       promised, renews, opened_at, ends_at, place)
      ORDER BY place
     RETURNING ${holdingColumns}`,
    [
      numbersLiteral(all.map(({ owner }) => owner)),
      numbersLiteral(all.map(({ product }) => product)),
      textsLiteral(all.map(({ asset }) => asset)),
      textsLiteral(all.map(({ cycle }) => cycle)),
      numbersLiteral(all.map(({ days }) => days)),
      numbersLiteral(all.map(({ dayMs }) => dayMs)),
      numbersLiteral(all.map(({ ratePpm }) => ratePpm)),
      numbersLiteral(all.map(({ exitPpm }) => exitPpm)),
      numbersLiteral(all.map(({ principal }) => principal)),
      numbersLiteral(all.map(({ promised }) => promised)),
      all.map(({ renews }) => renews),
      numbersLiteral(all.map(({ openedAt }) => openedAt)),
      numbersLiteral(all.map(({ endsAt }) => endsAt)),
    ],
  );
  return rows.map(toHolding);
}

/** Running holdings by id, locked for the rest of the transaction; those that ended meanwhile are left out. */
export async function lockRunning({ client }: Client, ids: readonly bigint[]): Promise<HoldingRow[]> {
  const { rows } = await client.query<StoredHolding>(
    `SELECT ${holdingColumns} FROM fixed_holdings
      WHERE id = ANY($1::bigint[]) AND state = 'not-earned' ORDER BY id FOR NO KEY UPDATE`,
    [numbersLiteral(ids)],
  );
  return rows.map(toHolding);
}

/** Writes how locked holdings ended. @param renewedAs by id, of those that were renewed */
export async function writeEnds(
  { client }: Client,
  ended: readonly EndedHolding[],
  renewedAs: ReadonlyMap<bigint, bigint>,
  now: number,
): Promise<void> {
  await client.query(
    `UPDATE fixed_holdings
        SET state = ended.state, day = ended.day, interest = ended.interest, cost = ended.cost,
            renewed_as = ended.renewed_as, closed_at = $7, next_at = NULL
       FROM unnest($1::bigint[], $2::text[], $3::integer[], $4::bigint[], $5::bigint[], $6::bigint[])
            AS ended (id, state, day, interest, cost, renewed_as)
      WHERE fixed_holdings.id = ended.id`,
    [
      numbersLiteral(ended.map(({ row }) => row.id)),
      textsLiteral(ended.map(({ end }) => end)),
      numbersLiteral(ended.map(({ day }) => day)),
      numbersLiteral(ended.map(({ interest }) => interest)),
      numbersLiteral(ended.map(({ cost }) => cost)),
      numbersLiteral(ended.map(({ row }) => renewedAs.get(row.id) ?? null)),
      now,
    ],
  );
}

/** One holding of a user; null when they have none under that id. */
export async function readHolding(client: Queryable, owner: bigint, id: bigint): Promise<HoldingRow | null> {
  const { rows } = await client.query<StoredHolding>(
    `SELECT ${holdingColumns} FROM fixed_holdings WHERE id = $1 AND owner = $2`,
    [id, owner],
  );
  const [row] = rows;
  return row === undefined ? null : toHolding(row);
}

/** A page of a user's holdings, newest first, and one more when there are more. */
export async function listHoldings(
  client: Queryable,
  owner: bigint,
  { state, before, size }: { readonly state: FixedState | null; readonly before: bigint | null; readonly size: number },
): Promise<HoldingRow[]> {
  const filters = [
    ...(state === null ? [] : ['AND state = $3']),
    ...(before === null ? [] : [`AND id < $${state === null ? 3 : 4}`]),
  ];
  const values = [owner, size + 1, ...(state === null ? [] : [state]), ...(before === null ? [] : [before])];
  const { rows } = await client.query<StoredHolding>(
    `SELECT ${holdingColumns} FROM fixed_holdings WHERE owner = $1 ${filters.join(' ')} ORDER BY id DESC LIMIT $2`,
    values,
  );
  return rows.map(toHolding);
}

/**
 * How many holdings of each state a user has, at most `most` of each. Each state stands in a query of its own as a
 * constant: so its index by owner and state serves it, whatever the number of those in other states.
 */
export async function countStates(client: Queryable, owner: bigint, most: number): Promise<Record<FixedState, number>> {
  const { rows } = await client.query<{ state: FixedState; count: number }>(
    fixedState.options
      .map(
        (state) => `SELECT '${state}' AS state, count(*)::int FROM (
                      SELECT FROM fixed_holdings WHERE owner = $1 AND state = '${state}' ORDER BY id DESC LIMIT $2) AS counted`,
      )
      .join(' UNION ALL '),
    [owner, most],
  );
  const of = (state: FixedState) => rows.find((row) => row.state === state)?.count ?? 0;
  return {
    'not-earned': of('not-earned'),
    earned: of('earned'),
    'earned-in-advance': of('earned-in-advance'),
    revoked: of('revoked'),
  };
}

/** Switches the renewal of a running holding. @returns it, or null when the user has no running one under that id */
export async function writeRenewal(
  client: Queryable,
  owner: bigint,
  id: bigint,
  renews: boolean,
): Promise<HoldingRow | null> {
  const { rows } = await client.query<StoredHolding>(
    `UPDATE fixed_holdings SET renews = $3 WHERE id = $1 AND owner = $2 AND state = 'not-earned'
     RETURNING ${holdingColumns}`,
    [id, owner, renews],
  );
  const [row] = rows;
  return row === undefined ? null : toHolding(row);
}
