import type { CheckedInput } from '#protocol/calls.ts';
import { anyDocumentNumber } from '#protocol/accounts/document-number.ts';
import type { Loan } from '#protocol/loans/entities.ts';
import { fromUnits, unitsPerOne } from '#protocol/core/decimal.ts';
import { openLoansMax } from '#protocol/loans/maths/bounds.ts';
import { largestLoan } from '#protocol/loans/maths/health.ts';
import { movedUnits } from '#server/custody/amount.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { once } from '#server/core/idempotency/once.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { coverKey, freeCover } from '../backing/accounts.ts';
import { type LoanDone, publishLoan } from './changes.ts';
import type { LoansDeps } from './deps.ts';
import { lockingCollateral, reserving } from './journals.ts';
import { levelsOf, type PriceOf, toLoan } from './loan-row.ts';
import { pairFor, stepsOf } from './prices.ts';
import { insertLoan, type LoanCoin, type LoanCollateral, readCoin, readCollaterals, readOpen } from './store.ts';

type Application = CheckedInput<'POST loan/add'>;

/** Who applies, and under which key. */
export interface Applicant {
  readonly owner: bigint;
  readonly key: string;
}

/** An application in units, with the terms it is made on. */
interface Terms {
  readonly coin: LoanCoin;
  readonly pledge: LoanCollateral;
  readonly amount: bigint;
  readonly collateral: bigint;
  /** The number of the document, as it is stored. */
  readonly document: string;
}

/**
 * Applies for a loan: locks the collateral, sets the amount aside in the loans account and opens the review, in one
 * transaction under the lock of the person, so that what one person may owe holds for several applications at once.
 *
 * @throws Refusal `notFound` and `notYetOpen` for coins that are not lent or taken, `enterAmount`,
 *   `enterDocumentNumber`, `quantityOutOfRange` with the bound that was passed, `unfinishedOrder` with the most loans,
 *   `pairClosed` without a price, `prizePoolFull` without free cover, `withdrawalHold`, `insufficientWalletBalance`
 */
export async function applyForLoan(
  deps: LoansDeps,
  priceOf: PriceOf,
  { owner, key }: Applicant,
  input: Application,
): Promise<Loan> {
  const now = deps.clock();
  let done: LoanDone | null = null;
  const { answer } = await deps.database.transaction(async (tx) => {
    done = null;
    await tx.client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [owner]);
    return once(tx, { userId: owner, call: 'POST loan/add', key, body: input, at: now }, async () => {
      deps.gate.check('POST loan/add', { assets: [input.asset, input.collateral.asset] });
      const terms = await checkTerms(tx, deps, priceOf, owner, input);
      done = await write(tx, deps, owner, input, terms, now);
      return toLoan(done.row, priceOf, now);
    });
  });
  publishLoan(deps, done);
  return answer;
}

async function checkTerms(
  tx: Transaction,
  deps: LoansDeps,
  priceOf: PriceOf,
  owner: bigint,
  input: Application,
): Promise<Terms> {
  const document = anyDocumentNumber(input.document);
  if (document === null) throw new Refusal('enterDocumentNumber');
  const coin = await readCoin(tx, input.asset);
  const pledge = (await readCollaterals(tx)).find(({ asset }) => asset === input.collateral.asset);
  const pair = pairFor(deps, input.collateral.asset, input.asset);
  if (coin === null || pledge === undefined || pair === undefined) throw new Refusal('notFound');
  if (coin.state !== 'open' || pledge.state !== 'open') throw new Refusal('notYetOpen');
  const amount = movedUnits(coin.asset, input.amount);
  const collateral = movedUnits(pledge.asset, input.collateral.amount);
  const price = deps.spot.isOpen(pair.id) ? priceOf(pledge.asset, coin.asset) : null;
  if (price === null) throw new Refusal('pairClosed', { why: 'no-price' });
  const shown = (units: bigint) => fromUnits(units < 0n ? 0n : units, assetScale(coin.asset));
  if (!coin.hours.includes(input.hours)) throw new Refusal('quantityOutOfRange', { why: 'hours' });
  const { lot } = stepsOf(pair);
  if (collateral % lot !== 0n) throw new Refusal('quantityOutOfRange', { why: 'step', step: pair.lotSize });
  const open = await readOpen(tx, owner, coin.asset);
  if (open.count >= openLoansMax) throw new Refusal('unfinishedOrder', { most: openLoansMax });
  if (amount < coin.least) throw new Refusal('quantityOutOfRange', { why: 'least', least: shown(coin.least) });
  const left = coin.limit - open.owed - open.underReview;
  if (amount > left) throw new Refusal('quantityOutOfRange', { why: 'limit', most: shown(left) });
  const perOne = unitsPerOne(assetScale(pledge.asset));
  const most = largestLoan({ units: collateral, perOne }, price, levelsOf(pledge).initial);
  if (amount > most) throw new Refusal('quantityOutOfRange', { why: 'collateral', most: shown(most) });
  return { coin, pledge, amount, collateral, document };
}

const nothingYet = {
  interest: 0n,
  interestRest: 0n,
  interestPaid: 0n,
  unitHours: 0n,
  repaid: 0n,
  writtenOff: 0n,
} as const;

async function write(
  tx: Transaction,
  deps: LoansDeps,
  owner: bigint,
  { collateral: { wallet }, hours, contact, note }: Application,
  { coin, pledge, amount, collateral, document }: Terms,
  now: number,
): Promise<LoanDone> {
  const row = await insertLoan(tx, {
    ...nothingYet,
    owner,
    state: 'under-review',
    asset: coin.asset,
    amount,
    principal: amount,
    hourlyRate: coin.hourlyRate,
    hours,
    initial: pledge.initial,
    first: pledge.first,
    second: pledge.second,
    sale: pledge.sale,
    collateral: pledge.asset,
    wallet,
    locked: collateral,
    pledged: collateral,
    warned: 0,
    reminded: false,
    contact,
    document,
    note,
    appliedAt: now,
  });
  const held = await deps.ledger.lockBalances(tx, [
    { owner, wallet, asset: pledge.asset },
    coverKey('loans', coin.asset),
  ]);
  if (freeCover(held, 'loans', coin.asset) < amount) throw new Refusal('prizePoolFull');
  const own = held.find((one) => one.owner === owner);
  if (own === undefined || own.available < collateral) throw new Refusal('insufficientWalletBalance');
  const leaving = {
    way: 'loan-collateral',
    owner,
    session: null,
    wallet,
    asset: pledge.asset,
    units: collateral,
  } as const;
  await deps.outflow.check(tx, leaving, now);
  const balances = await deps.ledger.postMany(tx, [
    lockingCollateral(row, collateral, now),
    reserving(row, amount, now),
  ]);
  await deps.reviews.open(tx, {
    kind: 'loan',
    subject: row.id,
    owner,
    facts: {
      amount: `${fromUnits(amount, assetScale(coin.asset))} ${coin.asset}`,
      hours: hours.toString(),
      collateral: `${fromUnits(collateral, assetScale(pledge.asset))} ${pledge.asset}`,
      contact,
      document,
      note,
    },
  });
  return { row, balances };
}
