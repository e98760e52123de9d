import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generator } from '../../tools/statistics/generator.ts';
import { missingNotices, orderLogFaults } from './order-log.ts';
import { connectToStore, startServer, type ServerProcess } from './server-process.ts';
import { TradingClient } from './trading-client.ts';
import type { TapsKillReport } from './kill-report.ts';

const clientCount = 16;
const aliveLeastMs = 150;
const aliveMostMs = 1_200;
/** Every so many rounds PostgreSQL is ended at once too, and has to recover from its log. */
const roundsPerCrash = 3;

/** What a run saw. */
export interface KillNineReport extends TapsKillReport {
  readonly rounds: number;
  /** From the start of the process to its address, the slowest. */
  readonly slowestStartMs: number;
}

/**
 * Kills a real exchange without warning while sixteen users trade on it, starts it again on the same data, and compares
 * the answers they got with what is stored.
 *
 * @param seed replays the users's choices and the moments of the kills (not the machine's timing)
 */
export async function killNine(rounds: number, seed: number): Promise<KillNineReport> {
  const directory = await mkdtemp(path.join(tmpdir(), 'dunlin-kill-'));
  const random = generator(seed);
  const faults: string[] = [];
  let unanswered = 0;
  let slowestStartMs = 0;
  let server: ServerProcess | null = null;
  const start = async () => {
    const fromMs = performance.now();
    const started = await startServer(directory);
    slowestStartMs = Math.max(slowestStartMs, performance.now() - fromMs);
    return started;
  };
  try {
    server = await start();
    const { address } = server;
    const users = await Promise.all(
      Array.from({ length: clientCount }, (_, nth) => TradingClient.register(address, `person-${nth}`, random)),
    );
    for (let round = 1; round <= rounds; round += 1) {
      const trading = Promise.all(users.map((user) => user.trade(server?.address ?? '')));
      await Promise.race([trading, sleep(aliveLeastMs + random() * (aliveMostMs - aliveLeastMs))]);
      await server.kill();
      await trading;
      if (round % roundsPerCrash === 0) await crashPostgres(directory);
      server = await start();
      const restarted = server.address;
      for (const count of await Promise.all(users.map((user) => user.repeatUnanswered(restarted)))) unanswered += count;
      await Promise.all(users.map((user) => user.repeatOne(restarted)));
      faults.push(...(await storeFaults(directory, users)).map((fault) => `round ${round}: ${fault}`));
      if (faults.length > 0) break;
    }
    const last = server.address;
    await Promise.all(users.map((user) => user.cancelAll(last)));
    faults.push(...(await storeFaults(directory, users)).map((fault) => `at the end: ${fault}`));
    const acknowledged = users.reduce(
      (sum, { requests }) => sum + requests.filter((request) => request.answer !== null).length,
      0,
    );
    return { rounds, acknowledged, unanswered, faults, slowestStartMs };
  } finally {
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Ends PostgreSQL at once, as its own crash would. */
async function crashPostgres(directory: string): Promise<void> {
  const client = await connectToStore(directory);
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'`,
  );
  client.on('error', () => undefined);
  const gone = new Promise((resolve) => client.once('end', resolve));
  // A crashed background process ends every connection; PostgreSQL then recovers from its log.
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await gone;
}

/** What is not as the users were answered, or does not add up, seen in one snapshot. */
async function storeFaults(directory: string, users: readonly TradingClient[]): Promise<string[]> {
  const client = await connectToStore(directory);
  try {
    return [...(await orderLogFaults(client, users)), ...(await missingNotices(client))];
  } finally {
    await client.end();
  }
}
