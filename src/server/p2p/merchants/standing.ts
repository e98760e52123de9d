import { type MerchantStanding, missingStanding, type MissingStanding } from '#protocol/p2p/merchant-standing.ts';
import type { MerchantDepositState } from '#protocol/p2p/entities/collection-methods.ts';
import { AccessRefusal } from '#server/core/failures/access-refusal.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import type { ChangeMark } from '../changed-rows.ts';
import { requiredUnits } from './rules.ts';
import { touchMerchant } from './store.ts';

const refusals: Readonly<Record<MissingStanding, () => Refusal>> = {
  disabled: () => new Refusal('accountDisabled'),
  suspended: () => new Refusal('contactSupportAccount'),
  'real-name': () => new Refusal('realNameNeededForFiat'),
  nickname: () => new Refusal('setNicknameFirst'),
  // The app leads to the screen that adds one (spec point 2).
  'collection-method': () => new AccessRefusal('unauthorized', '997'),
  deposit: () => new Refusal('marginTopUpNeeded'),
  'top-up': () => new Refusal('marginTopUpNeeded'),
  'deposit-kept': () => new Refusal('marginBeingReturned'),
};

/** The standing of a user, as the rule looks at it. */
interface StoredStanding {
  readonly id: string;
  readonly disabled: boolean;
  readonly verification: string;
  readonly nickname: string | null;
  /** 1 with any method at all. */
  readonly methods: number;
  readonly state: MerchantDepositState | null;
  readonly units: string | null;
  readonly suspended: boolean;
  readonly updated_at: string | null;
}

/** Columns of a standing; a query adds which users. */
const standingColumns = `u.id, u.disabled, u.verification, u.nickname, m.state, m.units, m.updated_at,
       m.suspended_at IS NOT NULL AS suspended,
       EXISTS (SELECT FROM collection_methods c WHERE c.owner = u.id AND c.removed_at IS NULL)::int AS methods`;

function depositOf({ state, units }: StoredStanding): MerchantStanding['deposit'] {
  if (state === 'refund-review') return 'returning';
  if (state !== 'paid') return 'none';
  return BigInt(units ?? 0) < requiredUnits ? 'short' : 'whole';
}

function missingOf(stored: StoredStanding): MissingStanding | null {
  const { disabled, suspended, verification, nickname, methods: methodCount } = stored;
  const verified = verification === 'verified';
  return missingStanding({ disabled, suspended, verified, nickname, methodCount, deposit: depositOf(stored) });
}

/** What a query asks of merchants beside their standing. */
interface TradersQuery {
  readonly more?: string;
  readonly where?: string;
  readonly values?: readonly unknown[];
}

/**
 * Those of some users who may trade as merchants now, see `missingStanding`. In a transaction: as of this statement.
 *
 * @param query further columns over `u` (the user) and a condition that narrows them, with `$2` … for `values`
 */
export async function readTraders<More extends object>(
  client: Queryable,
  owners: readonly bigint[],
  { more = 'NULL', where = 'true', values = [] }: TradersQuery,
): Promise<(More & Pick<StoredStanding, 'id' | 'nickname'>)[]> {
  if (owners.length === 0) return [];
  const { rows } = await client.query<More & StoredStanding>(
    `SELECT ${standingColumns}, ${more} FROM users u JOIN merchants m ON m.owner = u.id
      WHERE u.id = ANY ($1::bigint[]) AND ${where}`,
    [owners, ...values],
  );
  return rows.filter((row) => missingOf(row) === null);
}

/**
 * Checks that a user may trade as a merchant, and locks the deposit for the rest of the transaction, after the user. The
 * change is noted for whoever follows it: a name or a collection method may have been added since the last one.
 *
 * @returns the change, for the board after the commit
 * @throws Refusal of the first condition of `missingStanding` that is not met
 */
export async function checkMerchantStanding(tx: Transaction, owner: bigint, now: number): Promise<TraderChange> {
  await touchMerchant(tx, owner, now);
  const { rows } = await tx.client.query<StoredStanding>(
    `SELECT ${standingColumns} FROM users u LEFT JOIN merchants m ON m.owner = u.id WHERE u.id = $1`,
    [owner],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a session without its user');
  const missing = missingOf(row);
  if (missing !== null) throw refusals[missing]();
  return changeOf(row);
}

/** Whether a merchant may trade, since a change. */
export interface TraderChange {
  readonly owner: bigint;
  readonly mayTrade: boolean;
  readonly updatedAt: number;
}

/** Merchants whose standing changed after a mark, whose id is the owner's, in the order of their change, at most `size`. */
export async function changedTraders(client: Queryable, from: ChangeMark, size: number): Promise<TraderChange[]> {
  const { rows } = await client.query<StoredStanding>(
    `SELECT ${standingColumns}
       FROM (SELECT * FROM merchants WHERE (updated_at, owner) > ($1, $2) ORDER BY updated_at, owner LIMIT $3) AS m
       JOIN users u ON u.id = m.owner ORDER BY m.updated_at, m.owner`,
    [from.updatedAt, from.id, size],
  );
  return rows.map(changeOf);
}

function changeOf(row: StoredStanding): TraderChange {
  return { owner: BigInt(row.id), mayTrade: missingOf(row) === null, updatedAt: Number(row.updated_at) };
}
