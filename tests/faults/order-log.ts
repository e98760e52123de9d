import { outsideOwners } from '#server/core/ledger/account.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { contractFaults } from '#server/markets/contracts/testing-faults.ts';
import { fillNoticeFaults } from '#server/markets/spot/notices/testing-faults.ts';
import { exchangeFaults } from './exchange-faults.ts';
import type { TradingClient } from './trading-client.ts';

/**
 * What is stored against what users wrote down outside of the exchange: each acknowledged order is there exactly once,
 * nothing else is, and the money adds up. Seen in one snapshot.
 *
 * @returns one line per fault
 */
export async function orderLogFaults(client: Client, users: readonly TradingClient[]): Promise<string[]> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const faults = [...(await exchangeFaults(client)), ...(await contractFaults(client))];
    const { rows } = await client.query<{ id: string; status: string }>(
      'SELECT id, status FROM spot_orders WHERE owner >= 100000',
    );
    const stored = new Map(rows.map((row) => [row.id, row.status]));
    const received = users.flatMap((user) => user.placed().map(({ answer }) => answer));
    const known = new Set(received.map(({ id }) => id));
    if (known.size !== received.length) faults.push('two taps were answered with the same order');
    for (const { id } of received) if (!stored.has(id)) faults.push(`order ${id} was acknowledged and is not stored`);
    for (const id of stored.keys()) if (!known.has(id)) faults.push(`order ${id} is stored and was never acknowledged`);
    for (const id of users.flatMap((user) => user.cancelled())) {
      if (stored.get(id) !== 'cancelled') faults.push(`order ${id} was reported as cancelled and is ${stored.get(id)}`);
    }
    const negative = await client.query<{ owner: string; asset: string }>(
      'SELECT owner, asset FROM balances WHERE owner <> ALL ($1) AND least(available, frozen, locked) < 0',
      [[...outsideOwners]],
    );
    for (const { owner, asset } of negative.rows) faults.push(`${owner} holds less than nothing of ${asset}`);
    faults.push(...(await fillNoticeFaults(client)).doubled);
    return faults;
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Notices of filled orders are written each second, and at once by nobody. */
const noticesWithinMs = 15_000;

/** Users who are not notified of an order that was filled, while an exchange runs that should have done so by now. */
export async function missingNotices(client: Client): Promise<string[]> {
  let missing: string[] = [];
  for (const until = performance.now() + noticesWithinMs; performance.now() < until; await sleep(200)) {
    missing = (await fillNoticeFaults(client)).missing;
    if (missing.length === 0) return [];
  }
  return missing;
}
