import { createHash } from 'node:crypto';
import { minuteMs } from '#protocol/core/durations.ts';
import { idempotencyRetentionMs } from '#protocol/core/limits.ts';
import { codes } from '#protocol/core/codes.ts';
import type { Check } from './check.ts';

/** A spot order is stored with the first half of the digest of its key (`src/server/markets/spot/order-lookups.ts`). */
const digestOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32);

/** Where the exchange's clock is ahead, a key is forgotten a little earlier. */
const keysKeptMs = idempotencyRetentionMs - minuteMs;

/** Each act that was acknowledged was done once, and each that was refused was not done. */
export const actsAreDoneOnce: Check = async ({ query, acts, now }) => {
  const rows = await query<{ key: string; times: number }>(
    `SELECT key, count(*)::integer AS times FROM idempotency GROUP BY key
      UNION ALL
     SELECT encode(request_key, 'hex'), count(*)::integer FROM spot_orders WHERE request_key IS NOT NULL GROUP BY 1`,
  );
  const times = new Map(rows.map((row) => [row.key, row.times]));
  const done = new Set(acts.filter(({ answer }) => answer?.code === codes.success).map(({ key }) => key));
  return acts.flatMap(({ person, call, key, answer, knownAt }) => {
    if (answer === null || knownAt < now - keysKeptMs) return [];
    const stored = times.get(call === 'POST currency' ? digestOf(key) : key) ?? 0;
    const wanted = done.has(key) ? 1 : 0;
    if (stored === wanted) return [];
    return [`${person}: ${call} under ${key} was answered with ${answer.code} and is stored ${stored} times`];
  });
};

/**
 * What a log line says when faults of a run are met: the store was away or full, an outcome unknown, the clock set,
 * the chain silent or at odds with itself, a coin stopped.
 */
const isExpected =
  /unavailable|away|outcome|connection|timeout|PostgreSQL|No space left|clock was set|not answered in time|busyRetry|wait for their chain|payments are in two blocks|omitted by the node|withdrawals cannot leave|cancelled yet|does not walk yet/i;
const errorLevel = 50;

interface LoggedError {
  readonly message: string;
  readonly stack: string;
  /** Of several that failed together. */
  readonly aggregateErrors?: readonly LoggedError[];
}

/** Nothing happened that the code holds for impossible. */
export const nothingIsBroken: Check = ({ log }) =>
  Promise.resolve(
    log.flatMap((line) => {
      const { level, msg, err } = JSON.parse(line) as {
        readonly level: number;
        readonly msg: string;
        readonly err?: LoggedError;
      };
      const causes = err?.aggregateErrors ?? [err];
      const isBroken =
        level >= errorLevel && !causes.every((cause) => isExpected.test(`${msg} ${cause?.message ?? ''}`));
      return isBroken ? [`logged: ${msg} ${err?.stack ?? ''}`] : [];
    }),
  );
