import { type Algorithm, hash } from '@node-rs/argon2';
import type { FastifyInstance } from 'fastify';
import { expect, vi } from 'vitest';
import type { CallName } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { moneyDeadlineHeader } from '#protocol/core/limits.ts';
import { readContentSet } from '#server/content/content-set.ts';
import { pushBundled } from '#server/publishing/push-content.ts';
import { registration } from '#server/accounts/account/testing.ts';
import { type ExchangeForTest, exchangeForTest } from './exchange-for-test.ts';

/** A call's answer, as far as tests of several calls look at it. */
export interface Answer {
  readonly code: number;
  readonly data: Record<string, unknown>;
}

/** A registered user with a session. */
export interface TestUser {
  readonly id: string;
  readonly token: string;
}

interface CallOptions {
  /** A fresh one unless given. */
  readonly key?: string;
  /** Token of the caller; empty for a visitor. */
  readonly as?: string;
  /** Server time in epoch milliseconds after which nothing new is done. */
  readonly deadline?: number;
  /** Country of the connection, as a trusted proxy names it. */
  readonly country?: string;
}

const contentFolder = new URL('../../content', import.meta.url).pathname;

/** An exchange with the articles that notices to users are made of. */
export async function exchangeWithContent(hasPracticeMerchants = false): Promise<ExchangeForTest> {
  const exchange = await exchangeForTest(hasPracticeMerchants);
  await pushBundled(exchange.database, await readContentSet(contentFolder), 0);
  return exchange;
}

/** Calls an exchange as its app does; keys begin with the name of the test. */
export function createCaller(app: () => FastifyInstance, prefix: string) {
  let made = 0;
  let mark: number | null = null;

  function newKey(): string {
    made += 1;
    return `${prefix}-${String(made).padStart(12, '0')}`;
  }

  async function call(name: CallName, body: object, options: CallOptions = {}): Promise<Answer> {
    const { key = newKey(), as = '', deadline, country } = options;
    const [method = 'GET', path] = name.split(' ');
    const query = method === 'GET' ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : '';
    const response = await app().inject({
      method: method as 'GET' | 'POST',
      url: `/api/${path}${query}`,
      headers: {
        'idempotency-key': key,
        ...(as === '' ? {} : { authorization: `Bearer ${as}` }),
        ...(deadline === undefined ? {} : { [moneyDeadlineHeader]: String(deadline) }),
        ...(country === undefined ? {} : { 'x-country': country }),
      },
      ...(method === 'GET' ? {} : { payload: body }),
    });
    return response.json<Answer>();
  }

  /** A call that must succeed. */
  async function done(name: CallName, body: object, as = ''): Promise<Record<string, unknown>> {
    const answer = await call(name, body, { as });
    expect(answer, name).toMatchObject({ code: codes.success });
    return answer.data;
  }

  async function sentCode(email: string, purpose: string, as = ''): Promise<string> {
    const { practiceMessage } = await done('POST common/checkEmailSend', { email, purpose }, as);
    return (practiceMessage as { code: string }).code;
  }

  async function register(email: string): Promise<TestUser> {
    const body = registration(email, await sentCode(email, 'register'), 'a long passphrase');
    return userOf(await done('POST register', body));
  }

  /** The mark price when it was first asked for: both sides of a position meet there, wherever the price goes. */
  async function markOnce(as: string): Promise<number> {
    // An exchange that has just opened has none yet: 0 would be no price to order at.
    mark ??= await vi.waitFor(
      async () => {
        const { view } = await done('GET contractPage', { contract: 'BTCPERP' }, as);
        const shown = Number((view as { mark: string | null }).mark);
        expect(shown).toBeGreaterThan(0);
        return shown;
      },
      { timeout: 10_000, interval: 100 },
    );
    return mark;
  }

  return {
    newKey,
    call,
    done,
    sentCode,
    register,

    async registerPractice(): Promise<TestUser> {
      return userOf(await done('POST register', { kind: 'practice' }));
    },

    /** A limit order to open a position at a factor of the mark price, protected on both sides. */
    async opening(as: string, side: 'long' | 'short', factor: number, lots: number): Promise<Record<string, unknown>> {
      const at = await markOnce(as);
      const price = (of: number) => (Math.round(at * of * 10) / 10).toFixed(1);
      const [takeProfit, stopLoss] = side === 'long' ? [price(2), price(0.5)] : [price(0.5), price(2)];
      const terms = { contract: 'BTCPERP', side, lots, leverage: 2, takeProfit, stopLoss };
      return { type: 'limit', price: price(factor), ...terms };
    },
  };
}

function userOf(data: Record<string, unknown>): TestUser {
  return { id: (data['profile'] as { id: string }).id, token: String(data['token']) };
}

/** A hash that costs microseconds instead of 20 ms, for passwords that a test has compared hundreds of times. */
export function cheapHash(password: string): Promise<string> {
  return hash(password, { algorithm: 2 as Algorithm.Argon2id, memoryCost: 8, timeCost: 1, parallelism: 1 });
}

/** Gives a user a transaction password by its hash. */
export async function setTransactionPassword({ database }: ExchangeForTest, id: string, hashed: string): Promise<void> {
  await database.pool.query('UPDATE users SET transaction_password_hash = $2 WHERE id = $1', [id, hashed]);
}
