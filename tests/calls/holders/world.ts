import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { CallName } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { readConfig } from '#server/core/config/config.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import { shippedInstruments } from '#server/core/instruments/shipped.ts';
import { createLogger } from '#server/core/log/log.ts';
import { testDatabase } from '#server/core/store/testing.ts';
import { type Exchange, startExchange } from '#server/main/exchange.ts';
import { consoleBeside, settingsBeside } from '#server/operator/testing.ts';
import { append } from '#server/practice/test-chain/test-chain-blocks.ts';
import { cheapHash } from '../caller.ts';
import type { Upstream } from './upstream.ts';

/** The transaction password of everybody here. */
export const password = '864209';

/** Pino’s level of an error. */
const errorLevel = 50;

export interface Person {
  readonly id: string;
  readonly as: string;
}

export interface Answer {
  readonly code: number;
  readonly data: Record<string, unknown>;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * A whole exchange with its makers, an operator beside it, and calls over HTTP.
 *
 * @param upstream the exchanges whose prices it follows; null for simulated ones
 * @param makers off where people trade at prices that makers would better
 */
export async function openWorld(name: string, upstream: Upstream | null = null, makers: 'on' | 'off' = 'on') {
  const database = await testDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'dunlin-holders-'));
  const errors: string[] = [];
  const write = (line: string) => {
    if ((JSON.parse(line) as { level: number }).level >= errorLevel) errors.push(line);
  };
  const settings = { ...settingsBeside(database), PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, MAKERS: makers };
  const start = () =>
    startExchange({
      config: readConfig(settings),
      logger: createLogger('info', { write }),
      appDirectory: null,
      ...(upstream === null ? {} : { openPrices: upstream.openPrices }),
    });
  let exchange: Exchange = await start();
  let keys = 0;

  async function callOnce(call: CallName, body: object, as: string, key: string): Promise<Answer> {
    const [method = 'GET', at] = call.split(' ');
    const query = method === 'GET' ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : '';
    const response = await fetch(`${exchange.address}/api/${at}${query}`, {
      method,
      headers: {
        ...(as === '' ? {} : { authorization: `Bearer ${as}` }),
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Answer;
  }

  /** A call as the app sends it: what was not done, or may not have been, is sent again under its key. */
  async function call(of: CallName, body: object, as = ''): Promise<Answer> {
    keys += 1;
    const key = `${name}-${String(keys).padStart(12, '0')}`;
    for (let tries = 0; ; tries += 1) {
      const answer = await callOnce(of, body, as, key);
      const isUnsettled = answer.code === codes.busyRetry || answer.code === codes.serverError;
      if (!isUnsettled || tries >= 50) return answer;
      await sleep(200);
    }
  }

  async function done(of: CallName, body: object, as = ''): Promise<Record<string, unknown>> {
    const answer = await call(of, body, as);
    expect({ call: of, ...answer }).toMatchObject({ code: codes.success });
    return answer.data;
  }

  let blocks = 0;

  return {
    database,
    upstream,
    /** What the exchange logged as its own failure. */
    errors,
    call,
    done,
    /** Somebody with coins, who can pay for everything here. */
    async person(): Promise<Person> {
      const { token, profile } = await done('POST register', { kind: 'practice' });
      const { id } = profile as { id: string };
      const hashed = await cheapHash(password);
      await database.pool.query('UPDATE users SET transaction_password_hash = $2 WHERE id = $1', [id, hashed]);
      return { id, as: String(token) };
    },
    /** A command of the operators' console. @returns what it said */
    async operate(...args: readonly string[]): Promise<string> {
      const { said } = await consoleBeside(database)(...args, '--reason', 'a test', '--by', 'ann');
      return said;
    },
    /** Adds some blocks to the test chain, where else one comes every other second. */
    async mine(): Promise<void> {
      for (const last = blocks + 3; blocks < last; blocks += 1) {
        await database.transaction((tx) => append(tx, { at: Date.now(), salt: `${name} ${blocks}` }, 1_000));
      }
    },
    /** What the console says of the whole ledger. */
    prove: async () => (await consoleBeside(database)('audit')).said,
    async restart(): Promise<void> {
      await exchange.close();
      exchange = await start();
    },
    async count(sql: string, params: readonly unknown[]): Promise<number> {
      const { rows } = await database.pool.query<{ count: string }>(sql, [...params]);
      return Number(rows[0]?.count ?? 0);
    },
    async close(): Promise<void> {
      await exchange.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
      instruments.replace(shippedInstruments);
    },
  };
}
