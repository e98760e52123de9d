import { isDeepStrictEqual } from 'node:util';
import { pageSizeMax } from '#protocol/core/limits.ts';
import { secretHash } from '#server/accounts/rate-limits/secret-hash.ts';
import type { Ask } from './asked.ts';
import type { Checked } from './check.ts';

const whole = `size=${pageSizeMax}`;

/** What somebody has, by the calls that answer it, each with the fields that move with prices and time by themselves. */
const calls: Readonly<Record<string, readonly string[]>> = {
  wallet: ['valuation', 'total', 'totalYesterday', 'flowsToday', 'at'],
  [`currencyRecord?state=current&${whole}`]: [],
  [`contractList?show=positions&${whole}`]: [],
  [`contractList?show=orders&${whole}`]: [],
  'contractOptionOrder-current': [],
  [`quant/order/list?show=active&${whole}`]: ['value', 'profit', 'held', 'line', 'mark', 'liquidation', 'at'],
  [`loan/list?state=running&${whole}`]: ['price', 'priceAt', 'interest', 'owed', 'warning'],
  [`finPeriodicMyOrderList?state=not-earned&${whole}`]: ['day', 'interest', 'cost'],
  [`miningOrder?${whole}`]: ['asOf', 'ran', 'tank', 'toCollect', 'at'],
  'notice/noticeNum': [],
};

interface Restarted {
  readonly people: readonly { readonly name: string; readonly token: string }[];
  readonly ask: Ask;
  readonly query: Checked['query'];
  /** Ends the process of the exchange and starts another one on the same store. */
  readonly restart: () => Promise<void>;
  /** Runs events until a promise is settled. */
  readonly until: <Value>(promise: Promise<Value>) => Promise<Value>;
}

/**
 * Starts the exchange again, which has to know what it knew before. Left out is whoever something was booked for meanwhile:
 * an order that was filled has changed rightly.
 *
 * @returns a line for each difference
 */
export async function memoryFaults({ people, ask, query, restart, until }: Restarted): Promise<string[]> {
  const [last] = await query<{ id: string | null }>('SELECT max(id)::text AS id FROM ledger_entries');
  const before = await until(answersTo(people, ask));
  await restart();
  const after = await until(answersTo(people, ask));
  const booked = await query<{ hash: string }>(
    `SELECT token_hash AS hash FROM sessions
      WHERE EXISTS (SELECT FROM ledger_entries AS entry WHERE entry.owner = user_id AND entry.id > $1)`,
    [last?.id ?? 0],
  );
  const isBooked = new Set(booked.map(({ hash }) => hash));
  return people.flatMap(({ name, token }) => {
    if (isBooked.has(secretHash(token))) return [];
    return Object.keys(calls).flatMap((call) => {
      const [one, other] = [before.get(`${name} ${call}`), after.get(`${name} ${call}`)];
      if (isDeepStrictEqual(one, other)) return [];
      return [`${name}: a restart makes ${call} of ${JSON.stringify(one)} into ${JSON.stringify(other)}`];
    });
  });
}

/** By people and calls. */
async function answersTo(people: Restarted['people'], ask: Ask): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>();
  for (const { name, token } of people)
    for (const [call, moving] of Object.entries(calls))
      answers.set(`${name} ${call}`, without(moving, await ask(call, token)));
  return answers;
}

/** An answer without some fields, wherever in it they stand. */
function without(fields: readonly string[], answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((item) => without(fields, item));
  if (typeof answer !== 'object' || answer === null) return answer;
  const kept = Object.entries(answer).filter(([name]) => !fields.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, without(fields, value)]));
}
