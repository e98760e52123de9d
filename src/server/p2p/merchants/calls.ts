import type { AreaHandlers } from '#server/core/handler.ts';
import type { MerchantsDeps } from './deps.ts';
import { changeSettings, readSettings, shownSettings } from './settings.ts';
import {
  methodsOf,
  readApplicant,
  readMerchant,
  type Applicant,
  insertRequest,
  lockMerchant,
  type MerchantRow,
  writeMerchant,
} from './store.ts';
import { readFigures } from './figure-rows.ts';
import type { MoneyCall } from '#protocol/calls.ts';
import type { MerchantDeposit } from '#protocol/p2p/entities/collection-methods.ts';
import { merchantDepositAsset, merchantDepositAmount } from '#protocol/p2p/currencies.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { once } from '#server/core/idempotency/once.ts';
import { type BalanceRow, walletNumber } from '#server/core/ledger/balance-row.ts';
import type { Transaction, Queryable } from '#server/core/store/database.ts';
import { depositJournal } from './journals.ts';
import { depositRefusal, requiredUnits } from './rules.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';

export type MerchantHandlers = Pick<
  AreaHandlers<'otc'>,
  | 'GET legalMgrPage'
  | 'PUT legalMgrPage'
  | 'GET depositPage'
  | 'POST deposit'
  | 'GET makeUpDepositPage'
  | 'POST makeUpDeposit'
  | 'GET backDepositPage'
  | 'POST backDeposit'
>;

/** The calls of merchants: their deposit, and the page of their standing. */
export function createMerchantHandlers(deps: MerchantsDeps): MerchantHandlers {
  const { pool } = deps.database;
  const depositOf = async (owner: bigint) => shownDeposit(pool, await readMerchant(pool, owner));
  const standingOf = async (owner: bigint) => {
    const row = await readMerchant(pool, owner);
    return { suspended: row.suspendedAt !== null, deposit: await shownDeposit(pool, row) };
  };
  return {
    'GET legalMgrPage': async (_input, { caller: { userId } }) => {
      const now = deps.clock();
      const [{ disabled: _disabled, ...applicant }, methods, standing, work, figures, settings, day] =
        await Promise.all([
          readApplicant(pool, userId),
          methodsOf(pool, userId),
          standingOf(userId),
          deps.workOf(pool, userId),
          readFigures(pool, [userId], now),
          readSettings(pool, userId).then((row) => shownSettings(pool, row, now)),
          deps.bookOf(pool, userId, now),
        ]);
      return { ...applicant, methods, ...standing, ...work, figures: figures(userId), settings, day };
    },
    'PUT legalMgrPage': (input, { caller }) => changeSettings(deps, caller.userId, input),
    'GET depositPage': (_, { caller }) => depositOf(caller.userId),
    'POST deposit': (_, { caller, idempotencyKey: key }) => payDeposit(deps, { owner: caller.userId, key }),
    'GET makeUpDepositPage': (_, { caller }) => depositOf(caller.userId),
    'POST makeUpDeposit': (_, { caller, idempotencyKey: key }) => topUpDeposit(deps, { owner: caller.userId, key }),
    'GET backDepositPage': async (_, { caller: { userId } }) => {
      const [deposit, work] = await Promise.all([depositOf(userId), deps.workOf(pool, userId)]);
      return { deposit, ...work };
    },
    'POST backDeposit': (_, { caller, idempotencyKey: key }) => askDepositBack(deps, { owner: caller.userId, key }),
  };
}

type DepositCall = Extract<MoneyCall, 'POST deposit' | 'POST makeUpDeposit' | 'POST backDeposit'>;

/** The user, the idempotency key. */
interface DepositRequest {
  readonly owner: bigint;
  readonly key: string;
}

/** What a request did, for its answer and for listeners. */
interface Done {
  readonly row: MerchantRow;
  readonly balances: readonly BalanceRow[];
}

/** Runs a request once, under the user's lock. */
async function request(
  deps: MerchantsDeps,
  call: DepositCall,
  { owner, key }: DepositRequest,
  work: (tx: Transaction, row: MerchantRow, now: number, applicant: Applicant) => Promise<Done>,
): Promise<MerchantDeposit> {
  const { database, clock, gate, ledger } = deps;
  const now = clock();
  let balances: readonly BalanceRow[] = [];
  const { answer } = await database.transaction(async (tx) => {
    balances = [];
    // The user before the deposit, which may have no row to lock yet.
    const applicant = await readApplicant(tx.client, owner, true);
    return once(tx, { userId: owner, call, key, body: {}, at: now }, async () => {
      gate.check(call, { assets: [merchantDepositAsset] });
      const done = await work(tx, await lockMerchant(tx, owner), now, applicant);
      balances = done.balances;
      return shownDeposit(tx.client, done.row);
    });
  });
  ledger.changed(balances);
  return answer;
}

/**
 * Pays the deposit and opens the review of the merchant.
 *
 * @throws Refusal `realNameNeededForFiat`, `setNicknameFirst`, `depositAlreadyApplied`, `depositBeingRefunded`,
 *   `alreadyProcessed`, `withdrawalHold`, `insufficientWalletBalance`
 */
function payDeposit(deps: MerchantsDeps, asked: DepositRequest): Promise<MerchantDeposit> {
  const { owner } = asked;
  return request(deps, 'POST deposit', asked, async (tx, { state, suspendedAt }, now, { verified, nickname }) => {
    if (!verified) throw new Refusal('realNameNeededForFiat');
    if (nickname === null) throw new Refusal('setNicknameFirst');
    const refusal = depositRefusal(state, 'pay');
    if (refusal !== null) throw new Refusal(refusal);
    const id = await insertRequest(tx, owner, 'deposit', now);
    const row = await writeMerchant(tx, { ...paid, owner, suspendedAt }, now, id);
    await deps.reviews.open(tx, { kind: 'merchant', subject: id, owner, facts: { nickname } });
    await checkHeld(tx, deps, owner, requiredUnits, now);
    const balances = await deps.ledger.post(tx, depositJournal(owner, requiredUnits, id, now));
    return { row, balances };
  });
}

const paid = { state: 'processing', units: requiredUnits, reason: null, updatedAt: null } as const;

/** A decision may take a deposit for somebody else. @throws Refusal `withdrawalHold` */
function checkHeld(
  tx: Transaction,
  { outflow }: MerchantsDeps,
  owner: bigint,
  units: bigint,
  now: number,
): Promise<void> {
  const of = { way: 'merchant-deposit', owner, session: null } as const;
  return outflow.check(tx, { ...of, wallet: 'fiat', asset: merchantDepositAsset, units }, now);
}

/**
 * Tops the deposit up to its full amount.
 *
 * @throws Refusal `notFound` without a deposit, `marginBeingReturned`, `alreadyProcessed` when nothing is missing,
 *   `withdrawalHold`, `insufficientWalletBalance`
 */
function topUpDeposit(deps: MerchantsDeps, asked: DepositRequest): Promise<MerchantDeposit> {
  return request(deps, 'POST makeUpDeposit', asked, async (tx, row, now) => {
    const refusal = depositRefusal(row.state, 'top-up');
    if (refusal !== null) throw new Refusal(refusal);
    const missing = requiredUnits - row.units;
    if (missing <= 0n) throw new Refusal('alreadyProcessed');
    const written = await writeMerchant(tx, { ...row, units: requiredUnits }, now);
    await checkHeld(tx, deps, row.owner, missing, now);
    const balances = await deps.ledger.post(tx, depositJournal(row.owner, missing, null, now));
    return { row: written, balances };
  });
}

/**
 * Asks for the deposit back and opens its review. Publishing ends with this.
 *
 * @throws Refusal `notFound` without a deposit, `marginBeingReturned` when it was asked for, `unfinishedOrder` while
 *   adverts are listed or orders open
 */
function askDepositBack(deps: MerchantsDeps, asked: DepositRequest): Promise<MerchantDeposit> {
  const { owner } = asked;
  return request(deps, 'POST backDeposit', asked, async (tx, row, now) => {
    const refusal = depositRefusal(row.state, 'ask-back');
    if (refusal !== null) throw new Refusal(refusal);
    const { listedAdverts, openOrders } = await deps.workOf(tx.client, owner);
    if (listedAdverts + openOrders > 0) throw new Refusal('unfinishedOrder', { listedAdverts, openOrders });
    const id = await insertRequest(tx, owner, 'refund', now);
    const written = await writeMerchant(tx, { ...row, state: 'refund-review', reason: null }, now, id);
    const facts: Record<string, string> =
      row.suspendedAt === null ? {} : { suspended: new Date(row.suspendedAt).toISOString() };
    await deps.reviews.open(tx, { kind: 'merchant-refund', subject: id, owner, facts });
    return { row: written, balances: [] };
  });
}

/** A deposit as its owner sees it, with what the fiat wallet could pay. */
async function shownDeposit(client: Queryable, row: MerchantRow): Promise<MerchantDeposit> {
  const { rows } = await client.query<{ available: string }>(
    'SELECT available FROM balances WHERE owner = $1 AND wallet = $2 AND asset = $3',
    [row.owner, walletNumber('fiat'), merchantDepositAsset],
  );
  const shown = (units: bigint) => fromUnits(units, assetScale(merchantDepositAsset));
  const missing = requiredUnits - row.units;
  return {
    state: row.state,
    asset: merchantDepositAsset,
    required: merchantDepositAmount,
    held: shown(row.units),
    missing: shown(missing > 0n ? missing : 0n),
    available: shown(BigInt(rows[0]?.available ?? 0)),
    reason: row.reason,
    updatedAt: row.updatedAt,
  };
}
