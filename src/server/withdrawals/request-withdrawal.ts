import type { CheckedInput } from '../../contract/calls.ts';
import type { Withdrawal } from '../../contract/entities/withdrawal.ts';
import { addressWaitMs } from '../../contract/limits.ts';
import { takeTicket } from '../accounts/verification-codes.ts';
import { newAddressesWait, withdrawalHoldUntil } from '../accounts/withdrawal-hold.ts';
import type { RequestFacts } from '../http/handler.ts';
import { once, storedAnswer } from '../idempotency/once.ts';
import type { BalanceRow } from '../ledger/balance-row.ts';
import { Refusal } from '../refusal.ts';
import type { Transaction } from '../store/database.ts';
import { bookedUsableAt } from './address-book.ts';
import { checkDailyLimit, shownUsdt, worthOf } from './daily-limit.ts';
import { freezing } from './transitions.ts';
import type { WithdrawalChanges } from './withdrawal-changes.ts';
import { toWithdrawal, type WithdrawalRow } from './withdrawal-row.ts';
import { countUnderReview, insertWithdrawal } from './withdrawal-store.ts';
import { checkWish, type WithdrawalTerms } from './withdrawal-terms.ts';
import type { WithdrawalsMeans } from './withdrawals-means.ts';

/** Withdrawals of one person that may wait for their review at once. */
export const underReviewMax = 5;

type WithdrawalCall = 'POST withdrawCoin' | 'POST withdrawCoinApp';

/** Who asks, with which key. */
export interface WithdrawalTap {
  readonly owner: bigint;
  readonly key: string;
  readonly facts: RequestFacts;
}

/** The person as far as withdrawals are concerned, locked for the rest of the transaction. */
interface LockedPerson {
  readonly owner: bigint;
  readonly contacts: readonly string[];
  readonly verified: boolean;
  readonly addressWait: boolean;
}

/**
 * Asks for a withdrawal: checks everything (spec points 5, 6 and 9), freezes the amount and opens the review. The
 * transaction password, the hold, the daily limit and the debit are decided in one transaction under the person's
 * lock, so that no two calls pass a limit together.
 *
 * @throws Refusal with a code that the call declares, see `checkWish` and the checks below
 */
export async function requestWithdrawal<Call extends WithdrawalCall>(
  means: WithdrawalsMeans,
  changes: WithdrawalChanges,
  call: Call,
  input: CheckedInput<Call>,
  tap: WithdrawalTap,
): Promise<Withdrawal> {
  // What proves who asks is no part of what is asked: the same tap may come again with a newer proof.
  const { transactionPassword, totp, ticket, ...wish } = 'ticket' in input ? input : { ...input, ticket: null };
  const { database, clock, transactionPasswords } = means;
  const asked = { userId: tap.owner, call, key: tap.key, body: wish };
  // An app that asks after a lost answer has no password any more; whoever names one shows that it is right.
  const before =
    transactionPassword === undefined ? await storedAnswer<Withdrawal>({ client: database.pool }, asked) : null;
  if (before !== null) return before.answer;
  const terms = checkWish(means.chains, tap.owner, wish);
  const presented = await transactionPasswords.present(tap.owner, transactionPassword, tap.facts, totp);
  const now = clock();
  const outcome = await database.transaction(async (tx) => {
    // A wrong password is counted by this transaction's commit, so it is told after it.
    const refused = await presented.decide(tx, now);
    if (refused !== null) return { refused };
    let written: Written | null = null;
    const { answer } = await once(tx, { ...asked, at: now }, async () => {
      means.gate.check(call, { assets: [terms.asset], chain: terms.chain });
      written = await debit(tx, means, tap.owner, terms, ticket, now);
      return toWithdrawal(written.row);
    });
    return { refused: null, answer, written: written as Written | null };
  });
  if (outcome.refused !== null) throw outcome.refused;
  if (outcome.written !== null) {
    means.ledger.changed(outcome.written.balances);
    changes.changed(outcome.written.row);
  }
  return outcome.answer;
}

interface Written {
  readonly row: WithdrawalRow;
  readonly balances: readonly BalanceRow[];
}

async function debit(
  tx: Transaction,
  means: WithdrawalsMeans,
  owner: bigint,
  terms: WithdrawalTerms,
  ticket: string | null,
  now: number,
): Promise<Written> {
  const person = await lockPerson(tx, owner, means.addressWaitByDefault);
  if (ticket !== null) await checkTicket(tx, person, ticket, now);
  const until = await withdrawalHoldUntil(tx, owner, now);
  if (until !== null) throw new Refusal('withdrawalHold', { until });
  if (person.addressWait) await checkWait(tx, owner, terms, now);
  const waiting = await countUnderReview(tx.client, owner);
  if (waiting >= underReviewMax) throw new Refusal('withdrawalAlreadyApplied', { waiting });
  await checkBalance(tx, means, owner, terms);
  const worth = await checkDailyLimit(
    tx.client,
    person,
    worthOf(terms.units, terms.asset, means.prices.lastPrice(terms.asset)),
    now,
  );

  const row = await insertWithdrawal(tx, owner, terms, worth, now);
  const balances = await means.ledger.postMany(tx, freezing(row, now));
  await means.reviews.open(tx, {
    kind: 'withdrawal',
    subject: row.id,
    owner,
    facts: factsFor(row, worth, person),
  });
  return { row, balances };
}

async function lockPerson(tx: Transaction, owner: bigint, byDefault: boolean): Promise<LockedPerson> {
  const { rows } = await tx.client.query<{
    email: string | null;
    phone: string | null;
    verification: string;
    address_wait: boolean;
    address_wait_ended_at: string | null;
  }>(
    `SELECT email, phone, verification, address_wait, address_wait_ended_at
       FROM users WHERE id = $1 FOR NO KEY UPDATE`,
    [owner],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('a session without its user');
  const contacts = [row.email, row.phone].filter((contact) => contact !== null);
  return { owner, contacts, verified: row.verification === 'verified', addressWait: newAddressesWait(row, byDefault) };
}

/** The code must have gone to a contact of the caller's own. What refuses leaves the ticket as it was. */
async function checkTicket(tx: Transaction, person: LockedPerson, ticket: string, now: number): Promise<void> {
  const contact = await takeTicket(tx, ticket, 'security', now);
  if (contact === null || !person.contacts.includes(contact)) throw new Refusal('verificationExpired');
}

/** While the person has new addresses wait, money goes only where it was booked to go, and not before its time. */
async function checkWait(tx: Transaction, owner: bigint, terms: WithdrawalTerms, now: number): Promise<void> {
  const usableAt = await bookedUsableAt(tx.client, owner, terms.chain, terms.address);
  if (usableAt === null) throw new Refusal('addressWrong', { why: 'not-booked', usableAt: now + addressWaitMs });
  if (usableAt > now) throw new Refusal('addressWrong', { why: 'waiting', usableAt });
}

async function checkBalance(
  tx: Transaction,
  { ledger }: WithdrawalsMeans,
  owner: bigint,
  { asset, units }: WithdrawalTerms,
): Promise<void> {
  const [held] = await ledger.lockBalances(tx, [{ owner, wallet: 'spot', asset }]);
  if (held === undefined || held.available < units) throw new Refusal('insufficientWalletBalance');
}

/** What the reviewer decides by. */
function factsFor(row: WithdrawalRow, worth: bigint, person: LockedPerson): Record<string, string> {
  const { asset, chain, address, amount, fee, receives, remark } = toWithdrawal(row);
  const verified = person.verified ? 'yes' : 'no';
  return { asset, chain, address, amount, fee, receives, remark, worthUsdt: shownUsdt(worth), verified };
}
