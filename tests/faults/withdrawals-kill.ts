import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { exchangeFaults } from './exchange-faults.ts';
import { connectToStore, startServer, type ServerProcess, withoutMakers } from './server-process.ts';
import { WithdrawingClient } from './withdrawing-client.ts';
import type { TapsKillReport } from './kill-report.ts';
import { amongWhatFollows, untilCounted } from './aiming.ts';

const clientCount = 4;
const aliveLeastMs = 100;
const aliveMostMs = 600;
const settledWithinMs = 60_000;

/** What a run saw. */
export interface WithdrawalsKillReport extends TapsKillReport {
  /** Transfers that were kept and not sent, or sent and not written down, when the exchange died. */
  readonly cutShort: number;
  readonly confirmed: number;
}

/**
 * Kills a real exchange without warning while users withdraw to the test chain, starts it again on the same data,
 * and compares what they were answered, what is stored and what the chain was paid. At the end everything has to arrive.
 *
 * @param random the users's choices and the moments of the kills (not the machine's timing)
 */
export async function killWithdrawals(rounds: number, random: () => number): Promise<WithdrawalsKillReport> {
  const directory = await mkdtemp(path.join(tmpdir(), 'dunlin-withdrawals-'));
  const faults: string[] = [];
  let unanswered = 0;
  let cutShort = 0;
  let server: ServerProcess | null = null;
  let store: Client | null = null;
  try {
    server = await startServer(directory, withoutMakers);
    store = await connectToStore(directory);
    const first = server.address;
    const users = await Promise.all(
      Array.from({ length: clientCount }, (_, nth) => WithdrawingClient.register(first, `person-${nth}`, random)),
    );
    for (let round = 1; round <= rounds; round += 1) {
      const { address } = server;
      const withdrawing = Promise.all(users.map((user) => user.withdraw(address)));
      await Promise.race([withdrawing, goodMoment(store, random)]);
      await server.kill();
      await withdrawing;
      cutShort += await countCutShort(store);
      faults.push(...(await storeFaults(store, users)).map((fault) => `round ${round}, killed: ${fault}`));
      server = await startServer(directory, withoutMakers);
      const restarted = server.address;
      for (const count of await Promise.all(users.map((user) => user.repeatUnanswered(restarted)))) unanswered += count;
      await Promise.all(users.map((user) => user.repeatOne(restarted)));
      if (faults.length > 0) break;
    }
    faults.push(...(await settled(store)));
    faults.push(...(await storeFaults(store, users)).map((fault) => `at the end: ${fault}`));
    faults.push(...(await arrivalFaults(store, users)));
    const received = users.flatMap((user) => user.acknowledged());
    return { acknowledged: received.length, unanswered, cutShort, confirmed: await countConfirmed(store), faults };
  } finally {
    await store?.end();
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Where the kill is aimed: at a transfer that was just kept, or at one that the chain just took. */
const aims = [
  'SELECT count(*)::int AS count FROM withdrawals WHERE nonce IS NOT NULL',
  'SELECT count(*)::int AS count FROM test_chain_payments WHERE nonce IS NOT NULL',
] as const;

/** Some time, and then, in most rounds, a moment within the giving out of a transfer. */
async function goodMoment(store: Client, random: () => number): Promise<void> {
  await sleep(aliveLeastMs + random() * (aliveMostMs - aliveLeastMs));
  const aim = aims[random() < 0.5 ? 0 : 1];
  await untilCounted(async () => (await store.query<{ count: number }>(aim)).rows[0]?.count);
  await amongWhatFollows(random);
}

async function countCutShort(store: Client): Promise<number> {
  const { rows } = await store.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM withdrawals WHERE state = 'approved' AND nonce IS NOT NULL`,
  );
  return rows[0]?.count ?? 0;
}

async function countConfirmed(store: Client): Promise<number> {
  const { rows } = await store.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM withdrawals WHERE state = 'confirmed'`,
  );
  return rows[0]?.count ?? 0;
}

/** Waits until nothing is under way any more. */
async function settled(store: Client): Promise<string[]> {
  const until = Date.now() + settledWithinMs;
  for (;;) {
    const { rows } = await store.query<{ id: string; state: string; hindrance: string | null }>(
      `SELECT id, state, hindrance FROM withdrawals WHERE state IN ('under-review', 'approved', 'sent') ORDER BY id LIMIT 1`,
    );
    const [waiting] = rows;
    if (waiting === undefined) return [];
    if (Date.now() > until) return [`withdrawal ${waiting.id} is ${waiting.state} for ever (${waiting.hindrance})`];
    await sleep(100);
  }
}

/** What is not as the users were answered, or does not add up, seen in one snapshot. */
async function storeFaults(store: Client, users: readonly WithdrawingClient[]): Promise<string[]> {
  await store.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const faults = await exchangeFaults(store);
    const { rows } = await store.query<{ id: string; address: string }>('SELECT id, address FROM withdrawals');
    const stored = new Map(rows.map((row) => [row.address, row.id]));
    if (stored.size !== rows.length) faults.push('one tap became two withdrawals');
    for (const { answer } of users.flatMap((user) => user.acknowledged())) {
      if (stored.get(answer.address) !== answer.id)
        faults.push(`withdrawal ${answer.id} was acknowledged and is not stored`);
    }
    faults.push(...(await chainFaults(store)));
    return faults;
  } finally {
    await store.query('ROLLBACK');
  }
}

/** What the chain was paid against what was kept for it: once each, the right amount, and only what was kept. */
async function chainFaults(store: Client): Promise<string[]> {
  const faults: string[] = [];
  const twice = await store.query<{ receiver: string; count: number }>(
    `SELECT receiver, count(*)::int AS count FROM test_chain_payments WHERE nonce IS NOT NULL
      GROUP BY receiver HAVING count(*) > 1`,
  );
  for (const { receiver, count } of twice.rows) faults.push(`${receiver} was paid ${count} times`);
  const apart = await store.query<{ receiver: string }>(
    `SELECT payment.receiver FROM test_chain_payments AS payment
       LEFT JOIN withdrawals AS kept ON kept.hash = payment.hash
      WHERE payment.nonce IS NOT NULL
        AND (kept.id IS NULL OR kept.address <> payment.receiver OR kept.units - kept.fee <> payment.units
             OR kept.nonce <> payment.nonce)`,
  );
  for (const { receiver } of apart.rows) faults.push(`${receiver} was paid what nobody kept`);
  const unpaid = await store.query<{ id: string }>(
    `SELECT id FROM withdrawals
      WHERE state IN ('sent', 'confirmed') AND NOT EXISTS (SELECT FROM test_chain_payments AS payment WHERE payment.hash = withdrawals.hash)`,
  );
  for (const { id } of unpaid.rows) faults.push(`withdrawal ${id} is reported as sent and the chain does not know it`);
  const booked = await store.query<{ reference: string; kind: string; count: number }>(
    `SELECT reference, kind, count(DISTINCT journal_id)::int AS count FROM ledger_entries WHERE kind LIKE 'withdrawal%'
      GROUP BY reference, kind HAVING count(DISTINCT journal_id) > 1`,
  );
  for (const { reference, kind, count } of booked.rows)
    faults.push(`${kind} of ${reference} was booked ${count} times`);
  return faults;
}

/** At the end everything that was acknowledged arrived, and the book of what left says the same. */
async function arrivalFaults(store: Client, users: readonly WithdrawingClient[]): Promise<string[]> {
  const faults: string[] = [];
  const { rows } = await store.query<{ id: string; state: string }>('SELECT id, state FROM withdrawals');
  const states = new Map(rows.map((row) => [row.id, row.state]));
  for (const { answer } of users.flatMap((user) => user.acknowledged())) {
    const state = states.get(answer.id);
    if (state !== 'confirmed') faults.push(`withdrawal ${answer.id} ended ${state}`);
  }
  const spec = await store.query<{ booked: string; paid: string }>(
    `SELECT (SELECT coalesce(sum(available), 0) FROM ledger_entries
              WHERE owner = 1 AND kind = 'withdrawal') AS booked,
            (SELECT coalesce(sum(units), 0) FROM test_chain_payments WHERE nonce IS NOT NULL) AS paid`,
  );
  const sum = spec.rows[0];
  if (sum?.booked !== sum?.paid) faults.push(`the books say ${sum?.booked} left, the chain was paid ${sum?.paid}`);
  return faults;
}
