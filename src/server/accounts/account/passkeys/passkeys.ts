import { and, eq } from 'drizzle-orm';
import type { Passkey } from '#protocol/accounts/entities/passkey.ts';
import type { PageFacts } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { AccountDeps } from '../deps.ts';
import type { OpenedSession } from '../sessions.ts';
import { passkeys } from '../tables.ts';
import { askToLogIn, logInByPasskey } from './passkey-login.ts';
import { askToProve, ownPasskeyOf } from './passkey-proof.ts';
import type { PasskeyQuestion } from './passkey-questions.ts';
import { addPasskey, askToAdd } from './passkey-registration.ts';
import { asPublished, ownPasskeys } from './passkey-row.ts';

/** Passkeys (design section 4): they replace the password for log-in, but authorise nothing that moves money. */
export interface Passkeys {
  /** The user's passkeys, oldest first. */
  list(userId: bigint): Promise<Passkey[]>;
  /**
   * The challenge to create a passkey.
   *
   * @throws Refusal `operationFailed` where the page's origin cannot have passkeys, or at the user's limit
   */
  askToAdd(userId: bigint, facts: PageFacts): Promise<PasskeyQuestion>;
  /**
   * Stores a created passkey.
   *
   * @throws Refusal `enterName`; `verificationExpired` when the challenge is no longer open; `alreadyProcessed` for a
   *   passkey that is known; `operationFailed` for an invalid answer
   */
  add(userId: bigint, name: string, answer: unknown, facts: PageFacts): Promise<Passkey>;
  /** @throws Refusal `notFound` when the user has none under that id */
  remove(userId: bigint, id: bigint): Promise<void>;
  /**
   * A challenge for one of the user's own passkeys.
   *
   * @throws Refusal `operationFailed` where the page's origin cannot have passkeys, or the user has none here
   */
  askToProve(userId: bigint, facts: PageFacts): Promise<PasskeyQuestion>;
  /**
   * Verifies the answer of the user's own passkey, confirmed or not.
   *
   * @throws Refusal `verificationExpired` when the challenge is no longer open; `accountOrPasswordWrong` for a passkey
   *   that is not theirs and for an invalid signature
   */
  prove(userId: bigint, answer: unknown, facts: PageFacts): Promise<{ readonly confirmed: boolean }>;
  /** The same, and confirms the passkey again. */
  confirm(userId: bigint, answer: unknown, facts: PageFacts): Promise<void>;
  /** The challenge to log in with. @throws Refusal `operationFailed`, `verificationTooOften` with `waitMs` */
  askToLogIn(facts: PageFacts): Promise<PasskeyQuestion>;
  /**
   * Opens a session for the owner of the answering passkey. Attempts count for the address as those of passwords do.
   *
   * @throws Refusal `verificationTooOften` with `waitMs`, `verificationExpired`, `accountDisabled`;
   *   `accountOrPasswordWrong` for an unknown passkey and for an invalid signature
   */
  logIn(answer: unknown, facts: PageFacts): Promise<OpenedSession & { userId: bigint }>;
}

/** Passkeys over the store. */
export function createPasskeys(deps: AccountDeps): Passkeys {
  const { database } = deps;

  return {
    list: async (userId) => Promise.all((await ownPasskeys(database, userId)).map(asPublished)),

    askToAdd: (userId, facts) => askToAdd(deps, userId, facts),
    add: (userId, name, answer, facts) => addPasskey(deps, userId, name, answer, facts),

    async remove(userId, id) {
      await database.transaction(async (tx) => {
        const [removed] = await tx.drizzle
          .delete(passkeys)
          .where(and(eq(passkeys.id, id), eq(passkeys.owner, userId)))
          .returning({ name: passkeys.name });
        if (removed === undefined) throw new Refusal('notFound');
        await deps.notices.send(tx, userId, 'account', 'notice/passkey-removed', { name: removed.name });
      });
    },

    askToProve: (userId, facts) => askToProve(deps, userId, facts),
    prove: (userId, answer, facts) => ownPasskeyOf(deps, userId, answer, facts),

    async confirm(userId, answer, facts) {
      const row = await ownPasskeyOf(deps, userId, answer, facts);
      await database.drizzle.update(passkeys).set({ confirmed: true }).where(eq(passkeys.id, row.id));
    },

    askToLogIn: (facts) => askToLogIn(deps, facts),
    logIn: (answer, facts) => logInByPasskey(deps, answer, facts),
  };
}
