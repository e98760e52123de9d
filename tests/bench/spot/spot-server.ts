import { Sessions } from '#server/accounts/account/sessions.ts';
import { users } from '#server/accounts/account/tables.ts';
import { keepAhead } from '#server/core/archives/ahead.ts';
import { systemClock } from '#server/core/clock/clock.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { pairs } from '#server/markets/pairs.ts';
import { createSpotHandlers } from '#server/markets/spot/calls.ts';
import { loadSpot } from '#server/markets/spot/load-spot.ts';
import type { Spot } from '#server/markets/spot/spot.ts';
import { migrateDatabase } from '#server/core/store/migrate.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { partitionedTables } from '#server/partitions/all.ts';
import { type InnerCount, innerLoad } from './inner-load.ts';
import { measuredPairs } from './load-callers.ts';
import { openMeasuredContracts } from './measured-contracts.ts';
import { openNaiveSpot } from './naive-spot-writer.ts';
import type { InnerOrder, SpotServerOrder, SpotServerReady } from './spot-load.ts';
import { edgeForTest, handlersForTest } from '#server/http/testing.ts';

interface Served {
  readonly ready: SpotServerReady;
  /** Orders that come without HTTP. */
  readonly inner: (order: InnerOrder) => Promise<InnerCount>;
}

/**
 * The exchange's HTTP edge, sessions, ledger, spot and contract calls in a process of their own, with the writer that is
 * asked for. Configured by its parent's first message; answers with its port and the users's tokens.
 */
async function serve({ writer, connection, userIds }: SpotServerOrder): Promise<Served> {
  const database = openDatabase(connection, { poolMax: 20 });
  await migrateDatabase(database.pool);
  for (const table of partitionedTables) await keepAhead(database, table, { now: Date.now(), narrow: true });
  const ledger = createLedger();
  const spot =
    writer === 'group'
      ? await loadSpot({ database, ledger, clock: Date.now, pairs, onFailure })
      : await openNaiveSpot(database, ledger, Date.now);
  const sessions = new Sessions(database, Date.now);
  const contracts = writer === 'group' ? await openMeasuredContracts(database, ledger) : {};
  const tokens: string[] = [];
  const owners: bigint[] = [];
  const assets = ['USDT', ...measuredPairs.map(({ base }) => base)];
  for (let nth = 0; nth < userIds; nth += 1) {
    const token = await database.transaction(async (tx) => {
      const createdAt = Date.now();
      const [row] = await tx.drizzle
        .insert(users)
        .values({ language: 'en', practice: true, invitationCode: `LOAD${nth}`, createdAt })
        .returning({ id: users.id });
      if (row === undefined) throw new Error('no user was made');
      const amount = 10n ** 15n;
      owners.push(row.id);
      const held = [...assets.map((asset) => ['spot', asset] as const), ['contract', 'USDT'] as const];
      const postings = held.flatMap(([wallet, asset]) => {
        const account = { wallet, asset, part: 'available' } as const;
        return [
          { ...account, owner: houseOwners.practice, amount: -amount },
          { ...account, owner: row.id, amount },
        ];
      });
      await ledger.post(tx, { kind: 'practice', reference: null, at: createdAt, postings });
      return (await sessions.open(tx, row.id, 'bench', null)).token;
    });
    tokens.push(token);
  }
  const app = edgeForTest({
    handlers: handlersForTest({ ...contracts, ...createSpotHandlers({ spot: spot as Spot, database }) }),
    sessions,
    strict: false,
    clock: systemClock,
    wasDone: () => Promise.reject(new Error('no call of the load has a deadline')),
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    ready: { port: Number(new URL(address).port), tokens },
    inner: ({ milliseconds, seed, users }) => innerLoad(spot, owners.slice(0, users), milliseconds, seed),
  };
}

function onFailure(error: unknown, what: string): void {
  process.stderr.write(`${what}: ${String(error)}\n`);
}

function fail(error: unknown): void {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
}

async function main(order: SpotServerOrder): Promise<void> {
  const { ready, inner } = await serve(order);
  process.on('message', (asked: InnerOrder) => {
    inner(asked).then((count) => process.send?.(count), fail);
  });
  process.send?.(ready);
}

process.once('message', (order: SpotServerOrder) => {
  main(order).catch(fail);
});
process.once('disconnect', () => process.exit(0));
