import { Registry } from 'prom-client';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { CallName } from '#protocol/calls.ts';
import type { Envelope } from '#protocol/core/envelope.ts';
import { handlersForTest, edgeForTest } from '#server/http/testing.ts';
import { createPushBinding } from '../push/push-subscriptions.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { Sender } from '../mail/sender.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { accountLimits } from '../rate-limits/account-limits.ts';
import type { AccountDeps } from './deps.ts';
import { createAuthHandlers } from './calls.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { createRiskAcceptance } from '../security/risk-acceptance.ts';
import { createSecurityHandlers } from '../security/calls.ts';
import { createSecondFactor } from './second-factor/second-factor.ts';
import { secretBox } from '#server/core/secrets/secret-box.ts';
import { Sessions } from './sessions.ts';

/** A test request; local by default, so that codes are returned. */
export interface TestCall {
  readonly token?: string | undefined;
  readonly address?: string | undefined;
  readonly userAgent?: string | undefined;
  /** Of the page that calls; the request then comes to its host. */
  readonly origin?: string | undefined;
}

/** Accounts on a real store behind the real HTTP edge; tests control the clock. */
export interface TestAccounts {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly deps: AccountDeps;
  /** Moves the clock on. */
  pass(ms: number): void;
  now(): number;
  /** Makes a call and returns its envelope; throws on any status but 200. */
  call(name: CallName, input?: object, how?: TestCall): Promise<Envelope<Record<string, never>>>;
  /** Registers an account by email with its code, and returns its token. */
  register(email: string, password: string, how?: TestCall): Promise<string>;
  close(): Promise<void>;
}

export async function testAccounts(given: Partial<AccountDeps> = {}): Promise<TestAccounts> {
  const database = await testDatabase();
  let now = Date.UTC(2026, 0, 5);
  const clock = () => now;
  const sessions = new Sessions(database, clock);
  const log = { info: () => undefined, warn: () => undefined };
  const deps: AccountDeps = {
    database,
    clock,
    sessions,
    sender: new Sender(database, clock, log, {}),
    secondFactor: createSecondFactor({
      database,
      clock,
      notices: given.notices ?? { send: async () => undefined },
      secrets: secretBox(Buffer.alloc(32, 7)),
    }),
    limits: accountLimits(1),
    notices: { send: async () => undefined },
    mode: 'practice',
    addressWaitByDefault: false,
    invitationRequired: false,
    onRegistered: [],
    ...given,
  };
  const closed = () => Promise.reject(new Refusal('notYetOpen'));
  const addresses = { add: closed, remove: closed, setWait: closed };
  const push = createPushBinding({ database, clock, keys: null, services: [] });
  const risks = createRiskAcceptance({ database, clock });
  const handlers = handlersForTest({
    ...createAuthHandlers(deps),
    ...createSecurityHandlers(deps, { passkeys: createPasskeys(deps), addresses, push, risks }),
  });
  const app = edgeForTest({ handlers, sessions, metrics: new Registry() });

  async function call(name: CallName, input: object = {}, how: TestCall = {}) {
    const response = await app.inject(requestOf(name, input, how));
    // Too many at once are refused with a code of the catalogue.
    if (response.statusCode !== 200 && response.statusCode !== 503)
      throw new Error(`${name} answered HTTP ${response.statusCode}: ${response.body}`);
    return response.json<Envelope<Record<string, never>>>();
  }

  return {
    app,
    database,
    deps,
    pass: (ms) => {
      now += ms;
    },
    now: clock,
    call,
    async register(email, password, how) {
      const sent = await call('POST common/checkEmailSend', { email, purpose: 'register' }, how);
      const { code } = (sent.data as unknown as { practiceMessage: { code: string } }).practiceMessage;
      const answer = await call('POST register', registration(email, code, password), how);
      if (answer.code !== 200) throw new Error(`register answered ${answer.msg}`);
      return (answer.data as unknown as { token: string }).token;
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
}

function requestOf(name: CallName, input: object, how: TestCall): InjectOptions {
  const [method, path] = name.split(' ');
  const isGet = method === 'GET';
  const query = isGet ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : '';
  return {
    method,
    url: `/api/${path}${query}`,
    remoteAddress: how.address ?? '127.0.113.9',
    headers: {
      ...(how.token === undefined ? {} : { authorization: `Bearer ${how.token}` }),
      ...(how.origin === undefined ? {} : { origin: how.origin, host: new URL(how.origin).host }),
      ...(how.userAgent === undefined ? {} : { 'user-agent': how.userAgent }),
    },
    ...(isGet ? {} : { payload: input }),
  };
}

/** Local addresses for the tests of a file: each has one of its own, so that limits are not shared. */
export function localAddresses(): () => string {
  let given = 0;
  return () => `127.0.1.${(given += 1)}`;
}

/** A complete registration form. */
export function registration(email: string, code: string, password: string) {
  return {
    kind: 'account',
    account: { by: 'email', email },
    code,
    password,
    confirmation: password,
    invitationCode: '',
    agreed: true,
  };
}
