import { eq } from 'drizzle-orm';
import type { BindingRequest } from '#protocol/accounts/entities/binding.ts';
import type { Caller, PageFacts } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { isUniqueViolation } from '#server/core/failures/postgres-errors.ts';
import type { AccountDeps } from '../deps.ts';
import { type Contact, contactOf, maskEmail, maskPhone } from './contact.ts';
import { requireFreshProof } from '../fresh-proof.ts';
import { writeToFormer } from '../security-messages.ts';
import { lockUser, takeOwnTicket } from '../passwords/password-proof.ts';
import { isKnownContact } from '../registration.ts';
import { users } from '../tables.ts';
import { useCode } from './verification-codes.ts';

/**
 * Binds an email or a phone, replacing one of the same kind. The new contact is verified by its code; a contact already
 * bound has to agree with a ticket.
 *
 * @throws Refusal `enterAccount`, `enterCode`, `codeWrong`, `verificationTooOften`; `verificationExpired` for a code or
 *   a ticket that is no longer good; `emailBound`, `phoneBound` when another user has it, revealed only after a correct
 *   code
 */
export async function bindContact(
  deps: AccountDeps,
  input: Extract<BindingRequest, { kind: 'contact' }>,
  context: PageFacts & { readonly caller: Caller },
): Promise<void> {
  const contact = contactOf(input.account);
  if (contact === null) throw new Refusal('enterAccount');
  const code = input.code.trim();
  if (code === '') throw new Refusal('enterCode');
  const now = deps.clock();
  const [before] = await deps.database.drizzle.select().from(users).where(eq(users.id, context.caller.userId));
  // The ticket of a bound contact is a proof; without a contact the session needs another proof.
  if (before?.email === null && before.phone === null) await requireFreshProof(deps, context);
  const bound = contact.by === 'email' ? 'emailBound' : 'phoneBound';
  try {
    const checked = await deps.database.transaction(async (tx) => {
      const result = await useCode(tx, deps.limits, { contact, purpose: 'bind', pool: null }, code, context, now);
      // Returned, so that the attempt is counted. What is thrown below leaves code and ticket unused.
      if (result !== 'right') return result;
      const user = await lockUser(tx, context.caller.userId);
      if (user.email !== null || user.phone !== null) await takeOwnTicket(tx, user, input.ticket ?? '', now);
      if (await isKnownContact(tx, contact)) throw new Refusal(bound);
      await keep(tx, user.id, contact);
      const facts = { contact: contact.by === 'email' ? maskEmail(contact.value) : maskPhone(contact.value) };
      await deps.notices.send(tx, user.id, 'account', 'notice/contact-bound', facts);
      await writeToFormer(deps, tx, user, contact.by, facts);
      return result;
    });
    if (typeof checked !== 'string') throw new Refusal('verificationTooOften', checked);
    if (checked !== 'right') throw new Refusal(checked);
  } catch (error) {
    // A concurrent request was faster.
    if (isUniqueViolation(error)) throw new Refusal(bound);
    throw error;
  }
}

async function keep(tx: Transaction, userId: bigint, { by, value }: Contact): Promise<void> {
  await tx.drizzle
    .update(users)
    .set(by === 'email' ? { email: value } : { phone: value })
    .where(eq(users.id, userId));
}
