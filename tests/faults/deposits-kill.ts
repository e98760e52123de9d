import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { codes } from '#protocol/core/codes.ts';
import type { Envelope } from '#protocol/core/envelope.ts';
import { evmCoin } from '#server/custody/chains/chain-coins.ts';
import { evmChain } from '#server/custody/chains/evm-chain.ts';
import { walletSeedForTests } from '#server/custody/chains/testing.ts';
import { walletSeed } from '#server/custody/chains/wallet-seed.ts';
import { depositFaults } from '#server/custody/deposits/testing.ts';
import { exchangeFaults } from './exchange-faults.ts';
import { startEvmNode, type EvmNode } from '../evm-node.ts';
import { connectToStore, startServer, type ServerProcess } from './server-process.ts';
import type { KillReport } from './kill-report.ts';

const usersCount = 3;
const aliveMostMs = 300;
const settledWithinMs = 60_000;
/** How long to wait for a server started under load; then the round continues regardless. */
const readWithinMs = 5_000;
/** The smallest deposit of the token, in millionths. */
const minimum = 1_000_000;

/** What a run saw. */
export interface DepositsKillReport extends KillReport {
  /** Payments that stand on the chain and were credited. */
  readonly credited: number;
  /** Deposits that the chain took back. */
  readonly undone: number;
  readonly belowMinimum: number;
}

/**
 * Kills a real exchange without warning while a real chain pays to its users, mines and reorganises, also while nobody
 * follows it; starts it again on the same data, and at the end compares the books with the chain itself.
 *
 * @param random the payments and the moments of the kills (not the machine's timing)
 */
export async function killDeposits(rounds: number, random: () => number): Promise<DepositsKillReport> {
  const directory = await mkdtemp(path.join(tmpdir(), 'dunlin-deposits-'));
  const node = await startEvmNode();
  const settings = {
    EVM_RPC_URL: node.url,
    EVM_TOKENS: node.tokens,
    EVM_BLOCK_MS: '500',
    WALLET_SEED: walletSeedForTests,
  };
  const faults: string[] = [];
  let server: ServerProcess | null = null;
  let store: Client | null = null;
  try {
    server = await startServer(directory, settings);
    store = await connectToStore(directory);
    const { address } = server;
    const addresses = await Promise.all(Array.from({ length: usersCount }, () => newAddress(address)));
    for (let round = 1; round <= rounds; round += 1) {
      const before = await node.snapshot();
      const height = await node.height();
      // Every third round the chain drops what the server has read while it runs, every third while it does not.
      const drops = ['alive', 'dead', 'never'][round % 3];
      await chainGoesOn(node, addresses, random);
      if (drops !== 'never') await readToTip(store, node);
      if (drops === 'alive') await goBack(node, before, height);
      // The server is reading what was mined by now, and is killed anywhere in it.
      await sleep(random() * aliveMostMs);
      await server.kill();
      faults.push(...(await storeFaults(store)).map((fault) => `round ${round}, killed: ${fault}`));
      if (drops === 'dead') await goBack(node, before, height);
      await chainGoesOn(node, addresses, random);
      server = await startServer(directory, settings);
      if (faults.length > 0) break;
    }
    await node.mine(8);
    faults.push(...(await settled(store, node)));
    faults.push(...(await storeFaults(store)).map((fault) => `at the end: ${fault}`));
    faults.push(...(await againstTheChain(store, node, addresses)));
    return {
      credited: await count(store, 'free'),
      undone: await count(store, 'undone'),
      belowMinimum: await count(store, 'below-minimum'),
      faults,
    };
  } finally {
    await store?.end();
    await server?.stop();
    await node.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Pays and mines for a few blocks. */
async function chainGoesOn(node: EvmNode, addresses: readonly string[], random: () => number): Promise<void> {
  for (let block = 0; block < 2; block += 1) {
    for (let paid = Math.floor(random() * 3); paid > 0; paid -= 1) {
      const to = addresses[Math.floor(random() * addresses.length)] ?? '';
      // A tenth of them is too little.
      await node.sendToken(to, BigInt(Math.floor((0.5 + random() * 5) * minimum)));
    }
    await node.mine();
    await sleep(random() * 100);
  }
}

/** The chain drops what was mined since, with its payments, for a longer branch without them. */
async function goBack(node: EvmNode, before: string, height: number): Promise<void> {
  const dropped = (await node.height()) - height;
  await node.revert(before);
  await node.mine(dropped + 1);
}

/** A new user's token, however busy the exchange is at its start. */
async function newAccount(server: string): Promise<string> {
  for (;;) {
    const answer = await ask<{ token: string }>(`${server}/api/register`, { body: { kind: 'practice' } });
    if (answer.code === codes.success && answer.data !== null) return answer.data.token;
    if (answer.code !== codes.busyRetry) throw new Error(`no account: ${answer.msg}`);
    await sleep(50);
  }
}

/** A new user's address; the chain has to be seen once before there is one. */
async function newAddress(server: string): Promise<string> {
  const token = await newAccount(server);
  for (;;) {
    const url = `${server}/api/platformAddress?asset=USDT&chain=ETH`;
    const answer = await ask<{ address: { address: string } }>(url, { token });
    if (answer.code === codes.success && answer.data !== null) return answer.data.address.address;
    if (answer.code !== codes.busyRetry) throw new Error(`no address: ${answer.msg}`);
    await sleep(50);
  }
}

async function ask<Data>(
  url: string,
  { token, body }: { token?: string; body?: object },
): Promise<Envelope<Data | null>> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await fetch(url, init)).json()) as Envelope<Data | null>;
}

/** What does not add up, seen in one snapshot. */
async function storeFaults(store: Client): Promise<string[]> {
  await store.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    return [...(await exchangeFaults(store)), ...(await depositFaults(store))];
  } finally {
    await store.query('ROLLBACK');
  }
}

/** Waits until the exchange has read what was mined. */
async function readToTip(store: Client, node: EvmNode): Promise<void> {
  const tip = await node.height();
  for (const until = Date.now() + readWithinMs; Date.now() < until; await sleep(10)) {
    const { rows } = await store.query<{ height: number | null }>(
      `SELECT max(height) AS height FROM scanned_blocks WHERE chain = 'ETH'`,
    );
    if (rows[0]?.height === tip) return;
  }
}

/** Waits until the exchange stands at the tip of the chain and no deposit waits for blocks. */
async function settled(store: Client, node: EvmNode): Promise<string[]> {
  const until = Date.now() + settledWithinMs;
  const tip = await node.height();
  for (;;) {
    const { rows } = await store.query<{ height: number; waiting: number }>(
      `SELECT (SELECT max(height) FROM scanned_blocks WHERE chain = 'ETH') AS height,
              (SELECT count(*)::integer FROM deposits WHERE state IN ('seen', 'credited')) AS waiting`,
    );
    if (rows[0]?.height === tip && rows[0].waiting === 0) return [];
    if (Date.now() > until) return [`it stands at ${rows[0]?.height} of ${tip}, ${rows[0]?.waiting} deposits wait`];
    await sleep(100);
  }
}

/** Every payment that the chain holds to the users, read from the chain itself, against the books. */
async function againstTheChain(store: Client, node: EvmNode, addresses: readonly string[]): Promise<string[]> {
  const coins = [evmCoin('ETH', null, 18), evmCoin('USDT', node.token, 6)];
  const seed = walletSeed(walletSeedForTests);
  const chain = evmChain({ rpcUrl: node.url, name: 'the chain', blockMs: 500, coins, seed });
  const paid = new Set<string>();
  for (let height = await node.height(); height > 0; height -= 1) {
    const block = await chain.block(height);
    if (block === null) throw new Error(`block ${height} is missing`);
    const { payments } = await chain.payments(block, () => Promise.resolve(new Set(addresses)));
    for (const { hash, to, units } of payments) {
      paid.add(`${hash} ${to} ${units}`);
    }
  }
  const { rows } = await store.query<{ payment: string }>(
    `SELECT hash || ' ' || address || ' ' || units AS payment FROM deposits WHERE state IN ('free', 'below-minimum')`,
  );
  const booked = new Set(rows.map(({ payment }) => payment));
  const spec = await store.query<{ owner: string }>(
    `SELECT owner FROM (
       SELECT owner, units FROM deposits WHERE state = 'free'
       UNION ALL
       SELECT owner, -(available + frozen + locked) FROM ledger_entries
        WHERE owner >= 100000 AND kind IN ('deposit', 'deposit-undone')
     ) AS side GROUP BY owner HAVING sum(units) <> 0`,
  );
  return [
    ...(booked.size === rows.length ? [] : ['one payment became two deposits']),
    ...[...paid].filter((payment) => !booked.has(payment)).map((payment) => `missed: ${payment}`),
    ...[...booked].filter((payment) => !paid.has(payment)).map((payment) => `not on the chain: ${payment}`),
    ...spec.rows.map(({ owner }) => `${owner} was not given what came in`),
  ];
}

async function count(store: Client, state: string): Promise<number> {
  const { rows } = await store.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM deposits WHERE state = $1',
    [state],
  );
  return rows[0]?.count ?? 0;
}
