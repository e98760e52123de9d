import { eq } from 'drizzle-orm';
import type { BindingAnswer, BindingRequest } from '../../contract/entities/binding.ts';
import type { BookedAddress } from '../../contract/entities/withdrawal.ts';
import { antiPhishingMinLength } from '../../contract/limits.ts';
import type { Caller, PageFacts, RequestFacts } from '../http/handler.ts';
import type { PushBinding } from '../push/push-subscriptions.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { bindContact } from './contact-binding.ts';
import { giveProof, requireFreshProof } from './fresh-proof.ts';
import { poolOfSession } from './guesses.ts';
import type { Passkeys } from './passkeys.ts';
import { Refusal } from '../refusal.ts';
import { users } from './tables.ts';

type Wish<Kind extends BindingRequest['kind']> = Extract<BindingRequest, { kind: Kind }>;

/** Withdrawal addresses as `POST bindAccount` changes them; their area keeps them. */
export interface AddressBinding {
  add(owner: bigint, wish: Wish<'address'>, facts: RequestFacts): Promise<BookedAddress>;
  remove(owner: bigint, wish: Wish<'address-remove'>): Promise<void>;
  setWait(owner: bigint, wish: Wish<'address-wait'>, facts: RequestFacts): Promise<void>;
}

/** What can be bound to an account, beside its contacts. */
export interface Bindings {
  readonly passkeys: Pick<Passkeys, 'askToAdd' | 'add' | 'remove' | 'askToProve' | 'prove' | 'confirm'>;
  readonly addresses: AddressBinding;
  readonly push: PushBinding;
}

const nothing: BindingAnswer = {
  passkeyQuestion: null,
  passkey: null,
  address: null,
  totp: null,
  recoveryCodes: null,
  push: null,
};

/** What asks for a fresh proof of who is there; a contact also has one of its own, see `bindContact`. */
const guarded: ReadonlySet<BindingRequest['kind']> = new Set([
  'passkey-question',
  'passkey-remove',
  'passkey-confirm',
  'address',
  'address-remove',
  'address-wait',
  'totp-question',
  'totp-remove',
  'recovery-codes',
  'anti-phishing',
] satisfies BindingRequest['kind'][]);

/**
 * Binds what a request asks for, or takes it off the account.
 *
 * @throws Refusal of the area that keeps it; `verificationExpired` with `prove` where a fresh proof is missing
 */
export async function bind(
  deps: AccountsDeps,
  { passkeys, addresses, push }: Bindings,
  wish: BindingRequest,
  context: PageFacts & { readonly caller: Caller },
): Promise<BindingAnswer> {
  const { userId } = context.caller;
  if (guarded.has(wish.kind) || (await push.isGuarded(context.caller, wish))) await requireFreshProof(deps, context);
  switch (wish.kind) {
    case 'proof-question':
      return { ...nothing, passkeyQuestion: { ...(await passkeys.askToProve(userId, context)) } };
    case 'proof':
      await giveProof(deps, passkeys, wish.proof, context);
      return nothing;
    case 'passkey-confirm':
      await passkeys.confirm(userId, wish.answer, context);
      return nothing;
    case 'contact':
      await bindContact(deps, wish, context);
      return nothing;
    case 'passkey-question':
      return { ...nothing, passkeyQuestion: { ...(await passkeys.askToAdd(userId, context)) } };
    case 'passkey':
      return { ...nothing, passkey: await passkeys.add(userId, wish.name, wish.answer, context) };
    case 'passkey-remove':
      await passkeys.remove(userId, BigInt(wish.id));
      return nothing;
    case 'address':
      return { ...nothing, address: await addresses.add(userId, wish, context) };
    case 'address-remove':
      await addresses.remove(userId, wish);
      return nothing;
    case 'address-wait':
      await addresses.setWait(userId, wish, context);
      return nothing;
    case 'totp-question':
    case 'totp':
    case 'totp-remove':
    case 'recovery-codes':
    case 'anti-phishing':
      return bindProtection(deps, wish, userId);
    case 'push-question':
      return { ...nothing, push: await push.read(context.caller) };
    case 'push':
      return { ...nothing, push: await push.bind(context.caller, wish) };
    case 'push-remove':
      return { ...nothing, push: await push.remove(context.caller) };
  }
}

type ProtectionWish = Wish<'totp-question' | 'totp' | 'totp-remove' | 'recovery-codes' | 'anti-phishing'>;

/** The authenticator and the word of letters. */
async function bindProtection(deps: AccountsDeps, wish: ProtectionWish, userId: bigint): Promise<BindingAnswer> {
  const { secondFactor } = deps;
  switch (wish.kind) {
    case 'totp-question':
      return { ...nothing, totp: { ...(await secondFactor.begin(userId)) } };
    case 'totp':
      return { ...nothing, recoveryCodes: [...(await secondFactor.confirm(userId, wish.code, poolOfSession(userId)))] };
    case 'totp-remove':
      await secondFactor.end(userId);
      return nothing;
    case 'recovery-codes':
      return { ...nothing, recoveryCodes: [...(await secondFactor.renew(userId))] };
    case 'anti-phishing':
      await setAntiPhishing(deps, userId, wish.word);
      return nothing;
  }
}

/** @throws Refusal `enterName` for a word that is too short */
async function setAntiPhishing({ database, notices }: AccountsDeps, userId: bigint, word: string): Promise<void> {
  if (word !== '' && Array.from(word).length < antiPhishingMinLength) throw new Refusal('enterName');
  await database.transaction(async (tx) => {
    await tx.drizzle
      .update(users)
      .set({ antiPhishing: word === '' ? null : word })
      .where(eq(users.id, userId));
    await notices.send(tx, userId, 'account', 'notice/anti-phishing-changed', {});
  });
}
