import type { CheckedInput } from '#protocol/calls.ts';
import type { Withdrawal } from '#protocol/withdrawals/entities.ts';
import { addressWaitMs } from '#protocol/core/limits.ts';
import { takeTicket } from '#server/accounts/account/contacts/verification-codes.ts';
import { newAddressesWait } from '#server/accounts/account/withdrawal-hold.ts';
import type { RequestFacts } from '#server/core/handler.ts';
import { answeredBefore, onceWithPassword } from '#server/accounts/account/passwords/with-password.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { bookedUsableAt } from './address-book.ts';
import { checkDailyLimit, shownUsdt, worthOf } from './daily-limit.ts';
import { freezing } from './transitions.ts';
import type { WithdrawalChanges } from './topic.ts';
import { toWithdrawal, type WithdrawalRow } from './withdrawal-row.ts';
import { countUnderReview, insertWithdrawal } from './store.ts';
import { checkInput, type WithdrawalTerms } from './rules.ts';
import type { WithdrawalsDeps } from './deps.ts';

/** Most withdrawals of one user under review. */
export const underReviewMax = 5;

type WithdrawalCall = 'POST withdrawCoin' | 'POST withdrawCoinApp';

/** The user and the idempotency key. */
export interface WithdrawalRequest {
  readonly owner: bigint;
  readonly session: bigint;
  readonly key: string;
  readonly facts: RequestFacts;
}

/** The user's withdrawal settings, locked for the rest of the transaction. */
interface LockedUser {
  readonly owner: bigint;
  readonly contacts: readonly string[];
  readonly verified: boolean;
  readonly addressWait: boolean;
}

/**
 * Requests a withdrawal: checks everything (spec points 5, 6 and 9), freezes the amount and opens the review. The
 * transaction password, the hold, the daily limit and the debit are checked in one transaction under the user's lock,
 * so that concurrent calls cannot exceed a limit together.
 *
 * @throws Refusal with a code that the call declares, see `checkInput` and the checks below
 */
export async function requestWithdrawal<Call extends WithdrawalCall>(
  deps: WithdrawalsDeps,
  changes: WithdrawalChanges,
  call: Call,
  input: CheckedInput<Call>,
  request: WithdrawalRequest,
): Promise<Withdrawal> {
  const { transactionPassword, totp, ticket, ...wanted } = 'ticket' in input ? input : { ...input, ticket: null };
  const proofs = { transactionPassword, totp };
  const asked = { userId: request.owner, call, key: request.key, body: wanted };
  const before = await answeredBefore<Withdrawal>(deps, asked, proofs);
  if (before !== null) return before.answer;
  const terms = checkInput(deps.chains, request.owner, wanted);
  const { answer, change } = await onceWithPassword(deps, asked, proofs, request.facts, async (tx, now) => {
    deps.gate.check(call, { assets: [terms.asset], chain: terms.chain });
    const written = await debit(tx, deps, request, terms, ticket, now);
    return { answer: toWithdrawal(written.row), change: written };
  });
  if (change !== null) {
    deps.ledger.changed(change.balances);
    changes.changed(change.row);
  }
  return answer;
}

interface Written {
  readonly row: WithdrawalRow;
  readonly balances: readonly BalanceRow[];
}

async function debit(
  tx: Transaction,
  deps: WithdrawalsDeps,
  { owner, session }: WithdrawalRequest,
  terms: WithdrawalTerms,
  ticket: string | null,
  now: number,
): Promise<Written> {
  const user = await lockUser(tx, owner, deps.addressWaitByDefault);
  if (ticket !== null) await checkTicket(tx, user, ticket, now);
  const { asset, units } = terms;
  if (user.addressWait) await checkWait(tx, owner, terms, now);
  const waiting = await countUnderReview(tx.client, owner);
  if (waiting >= underReviewMax) throw new Refusal('withdrawalAlreadyApplied', { waiting });
  await deps.outflow.check(tx, { way: 'withdrawal', owner, session, wallet: 'spot', asset, units }, now);
  await checkBalance(tx, deps, owner, terms);
  const worth = await checkDailyLimit(
    tx.client,
    user,
    worthOf(terms.units, terms.asset, deps.prices.indexPrice(terms.asset)),
    now,
  );

  const row = await insertWithdrawal(tx, owner, terms, worth, now);
  const balances = await deps.ledger.postMany(tx, freezing(row, now));
  await deps.reviews.open(tx, {
    kind: 'withdrawal',
    subject: row.id,
    owner,
    facts: factsFor(row, worth, user),
  });
  return { row, balances };
}

async function lockUser(tx: Transaction, owner: bigint, byDefault: boolean): Promise<LockedUser> {
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

/** The code must have been sent to the caller's own contact. A refusal leaves the ticket unchanged. */
async function checkTicket(tx: Transaction, user: LockedUser, ticket: string, now: number): Promise<void> {
  const contact = await takeTicket(tx, ticket, 'security', now);
  if (contact === null || !user.contacts.includes(contact)) throw new Refusal('verificationExpired');
}

/** While the wait is enabled, withdrawals go only to booked addresses whose wait is over. */
async function checkWait(tx: Transaction, owner: bigint, terms: WithdrawalTerms, now: number): Promise<void> {
  const usableAt = await bookedUsableAt(tx.client, owner, terms.chain, terms.address);
  if (usableAt === null) throw new Refusal('addressWrong', { why: 'not-booked', usableAt: now + addressWaitMs });
  if (usableAt > now) throw new Refusal('addressWrong', { why: 'waiting', usableAt });
}

async function checkBalance(
  tx: Transaction,
  { ledger }: WithdrawalsDeps,
  owner: bigint,
  { asset, units }: WithdrawalTerms,
): Promise<void> {
  const [held] = await ledger.lockBalances(tx, [{ owner, wallet: 'spot', asset }]);
  if (held === undefined || held.available < units) throw new Refusal('insufficientWalletBalance');
}

/** Facts for the reviewer. */
function factsFor(row: WithdrawalRow, worth: bigint, user: LockedUser): Record<string, string> {
  const { asset, chain, address, amount, fee, receives, remark } = toWithdrawal(row);
  const verified = user.verified ? 'yes' : 'no';
  return { asset, chain, address, amount, fee, receives, remark, worthUsdt: shownUsdt(worth), verified };
}
