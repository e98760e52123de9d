import { releaseFiles, useFiles } from '../files/files.ts';
import type { AreaHandlers, RequestFacts } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { AccountDeps } from './deps.ts';
import { countAttempt } from '../rate-limits/rate-limit.ts';
import { callingCodes } from './contacts/calling-codes.ts';
import { checkSentCode, namedContact, sendCode } from './contacts/contact-codes.ts';
import { normaliseInvitationCode, referrerOf } from './invitations.ts';
import { logIn } from './login.ts';
import { resetPassword } from './passwords/password-change.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { createProfiles } from './profile.ts';
import { registerAccount, registerPractice } from './registration.ts';

type AuthHandlers = Omit<
  AreaHandlers<'auth'>,
  'GET verifySwitch' | 'POST pwd' | 'PUT pwd' | 'POST bindAccount' | 'GET verify' | 'POST verify'
>;

/** Handlers of accounts: log-in, registration, profile. */
export function createAuthHandlers(deps: AccountDeps): AuthHandlers {
  const profiles = createProfiles(deps.database, deps.sessions, { use: useFiles, release: releaseFiles }, deps.clock);
  const passkeys = createPasskeys(deps);
  return {
    'POST login': async (input, context) => {
      if ('ask' in input) return { passkeyQuestion: { ...(await passkeys.askToLogIn(context)) } };
      const { token, userId, sessionId } =
        'passkey' in input ? await passkeys.logIn(input.passkey, context) : await logIn(deps, input, context);
      return { token, profile: await profiles.read(userId, sessionId) };
    },

    'POST register': async (input, context) => {
      const { user, opening } =
        input.kind === 'practice'
          ? await registerPractice(deps, input.language, context)
          : await registerAccount(deps, input, context);
      return { token: opening.token, profile: await profiles.read(user.userId, opening.sessionId) };
    },

    'POST forgetPwd': async (input, context) => {
      await resetPassword(deps, input, context);
      return {};
    },

    'POST logout': async ({ session }, { caller }) => {
      const isEnded = await deps.sessions.end(
        caller.userId,
        session === undefined ? caller.sessionId : BigInt(session),
      );
      // Logging out twice is not an error; ending another user's session is.
      if (!isEnded && session !== undefined) throw new Refusal('notFound');
      return {};
    },

    'GET info': async (_, { caller }) => profiles.read(caller.userId, caller.sessionId),

    'GET nickName': async (_, { caller }) => profiles.names(caller.userId),

    'PUT nickName': async (input, { caller }) => {
      if ('nickname' in input) await profiles.setNickname(caller.userId, input.nickname);
      else await profiles.setAvatar(caller.userId, input.avatar);
      return profiles.names(caller.userId);
    },

    'POST checkSmsCode': (input, context) => checkSentCode(deps, input, context),

    'GET common/phoneCode': async () => ({ list: [...callingCodes] }),

    'POST common/checkSmsSend': async ({ country, phone, purpose, language }, context) => {
      const contact = await namedContact(deps, { by: 'phone', country, phone }, purpose, context.caller);
      return sendCode(deps, { contact, purpose, language }, context);
    },

    'POST common/checkEmailSend': async ({ email, purpose, language }, context) => {
      const contact = await namedContact(deps, { by: 'email', email }, purpose, context.caller);
      return sendCode(deps, { contact, purpose, language }, context);
    },

    'GET common/checkInviteCode': async ({ code }, context) => checkInvitationCode(deps, code, context),
  };
}

/** A missing code is allowed by configuration; an unknown one is refused. */
async function checkInvitationCode(deps: AccountDeps, code: string, facts: RequestFacts): Promise<{ valid: boolean }> {
  if (normaliseInvitationCode(code) === '') return { valid: !deps.invitationRequired };
  const ofAddress = { kind: 'invitations-of-address', address: facts.address };
  const referrer = await deps.database.transaction(async (tx) => {
    const isWithin = await countAttempt(tx, ofAddress, deps.limits.invitationsOfAddress, deps.clock());
    return isWithin ? { id: await referrerOf(tx, code) } : null;
  });
  if (referrer === null) throw new Refusal('verificationTooOften');
  if (referrer.id === null) throw new Refusal('referrerNotFound');
  return { valid: true };
}
