import { eq } from 'drizzle-orm';
import type { BindingAnswer, BindingRequest } from '#protocol/accounts/entities/binding.ts';
import type { BookedAddress } from '#protocol/withdrawals/entities.ts';
import { antiPhishingMinLength } from '#protocol/core/limits.ts';
import type { Caller, PageFacts, RequestFacts } from '#server/core/handler.ts';
import type { PushBinding } from './push-binding.ts';
import type { RiskAcceptance } from './risk-acceptance.ts';
import type { AccountDeps } from '../account/deps.ts';
import { bindContact } from '../account/contacts/contact-binding.ts';
import { giveProof, requireFreshProof } from '../account/fresh-proof.ts';
import { lockoutPoolOfSession } from '../rate-limits/lockout.ts';
import type { Passkeys } from '../account/passkeys/passkeys.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { users } from '../account/tables.ts';

type Input<Kind extends BindingRequest['kind']> = Extract<BindingRequest, { kind: Kind }>;

/** Withdrawal addresses as changed by `POST bindAccount`; owned by their area. */
interface AddressBinding {
  add(owner: bigint, input: Input<'address'>, facts: RequestFacts): Promise<BookedAddress>;
  remove(owner: bigint, input: Input<'address-remove'>): Promise<void>;
  setWait(owner: bigint, input: Input<'address-wait'>, facts: RequestFacts): Promise<void>;
}

/** What can be bound to an account, besides its contacts. */
export interface Bindings {
  readonly passkeys: Pick<Passkeys, 'askToAdd' | 'add' | 'remove' | 'askToProve' | 'prove' | 'confirm'>;
  readonly addresses: AddressBinding;
  readonly push: PushBinding;
  readonly risks: Pick<RiskAcceptance, 'accept'>;
}

const nothing: BindingAnswer = {
  passkeyQuestion: null,
  passkey: null,
  address: null,
  totp: null,
  recoveryCodes: null,
  push: null,
  risks: null,
};

/** Bindings that require a fresh proof; a contact also has its own, see `bindContact`. */
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
 * Binds or unbinds what a request names.
 *
 * @throws Refusal of the area that owns it; `verificationExpired` with `prove` when a fresh proof is missing
 */
export async function bind(
  deps: AccountDeps,
  { passkeys, addresses, push, risks }: Bindings,
  input: BindingRequest,
  context: PageFacts & { readonly caller: Caller },
): Promise<BindingAnswer> {
  const { userId } = context.caller;
  if (guarded.has(input.kind) || (await push.isGuarded(context.caller, input))) await requireFreshProof(deps, context);
  switch (input.kind) {
    case 'proof-question':
      return { ...nothing, passkeyQuestion: { ...(await passkeys.askToProve(userId, context)) } };
    case 'proof':
      await giveProof(deps, passkeys, input.proof, context);
      return nothing;
    case 'passkey-confirm':
      await passkeys.confirm(userId, input.answer, context);
      return nothing;
    case 'contact':
      await bindContact(deps, input, context);
      return nothing;
    case 'passkey-question':
      return { ...nothing, passkeyQuestion: { ...(await passkeys.askToAdd(userId, context)) } };
    case 'passkey':
      return { ...nothing, passkey: await passkeys.add(userId, input.name, input.answer, context) };
    case 'passkey-remove':
      await passkeys.remove(userId, BigInt(input.id));
      return nothing;
    case 'address':
      return { ...nothing, address: await addresses.add(userId, input, context) };
    case 'address-remove':
      await addresses.remove(userId, input);
      return nothing;
    case 'address-wait':
      await addresses.setWait(userId, input, context);
      return nothing;
    case 'totp-question':
    case 'totp':
    case 'totp-remove':
    case 'recovery-codes':
    case 'anti-phishing':
      return bindProtection(deps, input, userId);
    case 'push-question':
      return { ...nothing, push: await push.read(context.caller) };
    case 'push':
      return { ...nothing, push: await push.bind(context.caller, input) };
    case 'push-remove':
      return { ...nothing, push: await push.remove(context.caller) };
    case 'risk':
      return { ...nothing, risks: [...(await risks.accept(userId, input.area))] };
  }
}

type ProtectionInput = Input<'totp-question' | 'totp' | 'totp-remove' | 'recovery-codes' | 'anti-phishing'>;

/** The authenticator and the anti-phishing code. */
async function bindProtection(deps: AccountDeps, input: ProtectionInput, userId: bigint): Promise<BindingAnswer> {
  const { secondFactor } = deps;
  switch (input.kind) {
    case 'totp-question':
      return { ...nothing, totp: { ...(await secondFactor.begin(userId)) } };
    case 'totp':
      return {
        ...nothing,
        recoveryCodes: [...(await secondFactor.confirm(userId, input.code, lockoutPoolOfSession(userId)))],
      };
    case 'totp-remove':
      await secondFactor.end(userId);
      return nothing;
    case 'recovery-codes':
      return { ...nothing, recoveryCodes: [...(await secondFactor.renew(userId))] };
    case 'anti-phishing':
      await setAntiPhishing(deps, userId, input.word);
      return nothing;
  }
}

/** @throws Refusal `enterName` for a code that is too short */
async function setAntiPhishing({ database, notices }: AccountDeps, userId: bigint, word: string): Promise<void> {
  if (word !== '' && Array.from(word).length < antiPhishingMinLength) throw new Refusal('enterName');
  await database.transaction(async (tx) => {
    await tx.drizzle
      .update(users)
      .set({ antiPhishing: word === '' ? null : word })
      .where(eq(users.id, userId));
    await notices.send(tx, userId, 'account', 'notice/anti-phishing-changed', {});
  });
}
