import { fromUnits, toExactUnits } from '#protocol/core/decimal.ts';
import type { Deposit } from '#protocol/deposits/entities.ts';
import { isWatched, type Chains } from '../chains/chain.ts';
import type { Files } from '#server/accounts/files/files.ts';
import type { Gate } from '#server/core/gate/gate.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Decision, Review, Reviews } from '#server/accounts/reviews/reviews.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { DepositChanges } from './deposit-row.ts';
import { creditMove } from './deposit-journals.ts';
import { notifyOfDeposit, type NoticeDeps } from './deposit-notices.ts';
import { depositColumns, toDeposit, toDepositRow, type DepositRow, type StoredDeposit } from './deposit-row.ts';
import { saveDeposits } from './store.ts';

/** Most declared deposits of one user under review. */
const underReviewMax = 5;

export interface VoucherDeps extends NoticeDeps {
  readonly chains: Chains;
  readonly files: Pick<Files, 'use'>;
  readonly reviews: Pick<Reviews, 'open'>;
  readonly ledger: Pick<Ledger, 'post' | 'changed'>;
  readonly changes: Pick<DepositChanges, 'changed'>;
  readonly clock: () => number;
  readonly gate: Gate;
}

/** A declaration: amount as typed, hash empty when unknown. */
interface Declaration {
  readonly chain: string;
  readonly asset: string;
  readonly amount: string;
  readonly hash: string;
  readonly voucher?: string | undefined;
}

/**
 * Declares a deposit on an unwatched chain, and opens its review.
 *
 * @throws Refusal `currencyMismatch` when the coin is not on that chain or the chain is watched, `enterAmount`,
 *   `belowMinimumPurchase`, `uploadPhotos` without an image of one's own, `operationFailed` for an invalid hash of the
 *   chain, `depositAlreadyApplied` when the transaction was already declared or too many are under review
 */
export async function declareDeposit(
  tx: Transaction,
  deps: VoucherDeps,
  owner: bigint,
  { chain, asset, amount, hash: typed, voucher }: Declaration,
): Promise<Deposit> {
  const found = deps.chains.coin(chain, asset);
  if (found === null || isWatched(found.chain)) throw new Refusal('currencyMismatch');
  const units = toExactUnits(amount, assetScale(asset));
  if (units === null || units >= 2n ** 62n) throw new Refusal('enterAmount');
  if (units < found.coin.depositMinimum) {
    throw new Refusal('belowMinimumPurchase', { minimum: fromUnits(found.coin.depositMinimum, assetScale(asset)) });
  }
  if (voucher === undefined) throw new Refusal('uploadPhotos');
  const hash = typed === '' ? null : found.chain.normaliseHash(typed);
  if (typed !== '' && hash === null) throw new Refusal('operationFailed');
  await refuseTooMany(tx, owner);

  const row = await insert(tx, owner, { chain, asset, units, hash, voucher }, deps.clock());
  await deps.files.use(tx, owner, 'voucher', [voucher], `deposit ${row.id}`);
  const facts = { asset, chain, amount: fromUnits(units, assetScale(asset)), hash: hash ?? '', voucher };
  await deps.reviews.open(tx, { kind: 'deposit', subject: row.id, owner, facts });
  return toDeposit(row);
}

/**
 * Applies a review decision to a declared deposit, in the transaction that records it.
 *
 * @throws Error while the coin or the chain is stopped: the decision is retried later
 */
export async function decideDeposit(
  tx: Transaction,
  deps: VoucherDeps,
  review: Review,
  decision: Decision,
): Promise<() => void> {
  const now = deps.clock();
  const { rows } = await tx.client.query<StoredDeposit>(
    `SELECT ${depositColumns} FROM deposits WHERE id = $1 FOR UPDATE`,
    [review.subject],
  );
  const held = rows[0] === undefined ? null : toDepositRow(rows[0]);
  if (held?.state !== 'under-review') throw new Error(`deposit ${review.subject} is not under review`);
  const { asset, chain } = held;
  if (decision.approved && deps.gate.isStopped('deposit', { assets: [asset], chain })) {
    throw new Error(`deposits of ${asset} on ${chain} are stopped`);
  }
  const row: DepositRow = decision.approved
    ? { ...held, state: 'free', updatedAt: now }
    : { ...held, state: 'refused', reason: decision.reason, updatedAt: now };
  await saveDeposits(tx, [row]);
  const balances = decision.approved ? await deps.ledger.post(tx, creditMove(row, 'available', now).journal) : [];
  await notifyOfDeposit(tx, deps, row, decision.approved ? 'approved' : 'refused');
  return () => {
    deps.ledger.changed(balances);
    deps.changes.changed([row]);
    deps.notices.changed(row.owner);
  };
}

/** @throws Refusal `depositAlreadyApplied` */
async function refuseTooMany(tx: Transaction, owner: bigint): Promise<void> {
  // Serialises a user's declarations, so that their count is still valid when the next one is written.
  await tx.client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [owner]);
  const { rows } = await tx.client.query<{ waiting: number }>(
    `SELECT count(*)::integer AS waiting FROM deposits WHERE owner = $1 AND state = 'under-review'`,
    [owner],
  );
  if ((rows[0]?.waiting ?? 0) >= underReviewMax) throw new Refusal('depositAlreadyApplied');
}

interface Declared {
  readonly chain: string;
  readonly asset: string;
  readonly units: bigint;
  readonly hash: string | null;
  readonly voucher: string;
}

/** @throws Refusal `depositAlreadyApplied` when another deposit has the transaction */
async function insert(tx: Transaction, owner: bigint, declared: Declared, now: number): Promise<DepositRow> {
  const { rows } = await tx.client.query<StoredDeposit>(
    `INSERT INTO deposits (owner, chain, asset, units, state, hash, voucher, credit_confirmations, free_confirmations,
                           at, updated_at)
     VALUES ($1, $2, $3, $4, 'under-review', $5, $6, 0, 0, $7, $7)
     ON CONFLICT DO NOTHING RETURNING ${depositColumns}`,
    [owner, declared.chain, declared.asset, declared.units, declared.hash, declared.voucher, now],
  );
  if (rows[0] === undefined) throw new Refusal('depositAlreadyApplied');
  return toDepositRow(rows[0]);
}
