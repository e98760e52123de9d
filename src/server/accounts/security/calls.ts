import { eq } from 'drizzle-orm';
import type { CallOutput } from '#protocol/calls.ts';
import { withdrawalHoldMs } from '#protocol/core/limits.ts';
import type { AreaHandlers } from '#server/core/handler.ts';
import type { AccountDeps } from '../account/deps.ts';
import { bind, type Bindings } from './binding.ts';
import { maskEmail, maskPhone } from '../account/contacts/contact.ts';
import { changePassword, setFirstPassword } from '../account/passwords/password-change.ts';
import { missingProof } from '../account/fresh-proof.ts';
import type { Passkeys } from '../account/passkeys/passkeys.ts';
import { users } from '../account/tables.ts';
import { newAddressesWait } from '../account/withdrawal-hold.ts';

/** What security calls need besides the accounts. */
export interface SecurityParts extends Bindings {
  readonly passkeys: Bindings['passkeys'] & Pick<Passkeys, 'list'>;
}

type SecurityHandlers = Pick<AreaHandlers<'auth'>, 'GET verifySwitch' | 'POST pwd' | 'PUT pwd' | 'POST bindAccount'>;

/** Handlers of what protects an account: its passwords and what is bound to it. */
export function createSecurityHandlers(deps: AccountDeps, parts: SecurityParts): SecurityHandlers {
  return {
    'GET verifySwitch': async (_, context) => ({
      ...(await readSwitches(deps, parts, context.caller.userId)),
      prove: await missingProof(deps, context),
    }),

    'POST pwd': async (input, context) => {
      await setFirstPassword(deps, input, context.caller, context);
      return {};
    },

    'PUT pwd': async (input, context) => {
      await changePassword(deps, input, context.caller, context);
      return {};
    },

    'POST bindAccount': (input, context) => bind(deps, parts, input, context),
  };
}

async function readSwitches(
  deps: AccountDeps,
  { passkeys }: SecurityParts,
  userId: bigint,
): Promise<Omit<CallOutput<'GET verifySwitch'>, 'prove'>> {
  const [[user], ownPasskeys, secondFactor] = await Promise.all([
    deps.database.drizzle.select().from(users).where(eq(users.id, userId)),
    passkeys.list(userId),
    deps.secondFactor.state(userId),
  ]);
  if (user === undefined) throw new Error('a session without its user');
  const holdUntil = user.passwordChangedAt === null ? 0 : user.passwordChangedAt + withdrawalHoldMs;
  return {
    loginPassword: user.passwordHash !== null,
    transactionPassword: user.transactionPasswordHash !== null,
    phone: user.phone === null ? null : maskPhone(user.phone),
    email: user.email === null ? null : maskEmail(user.email),
    passkeys: ownPasskeys,
    ...secondFactor,
    antiPhishing: user.antiPhishing === null ? null : (Array.from(user.antiPhishing)[0] ?? null),
    addressWait: newAddressesWait(
      { address_wait: user.addressWait, address_wait_ended_at: user.addressWaitEndedAt?.toString() ?? null },
      deps.addressWaitByDefault,
    ),
    withdrawalHoldUntil: holdUntil > deps.clock() ? holdUntil : null,
  };
}
