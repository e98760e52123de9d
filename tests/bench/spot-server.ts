import { Registry } from 'prom-client';
import { calls } from '../../src/contract/calls.ts';
import { Sessions } from '../../src/server/accounts/sessions.ts';
import { users } from '../../src/server/accounts/tables.ts';
import { noProxies } from '../../src/server/client-address.ts';
import { systemClock } from '../../src/server/clock.ts';
import { build } from '../../src/server/http/build.ts';
import type { Handlers } from '../../src/server/http/handler.ts';
import { houseOwners } from '../../src/server/ledger/account.ts';
import { createLedger } from '../../src/server/ledger/ledger.ts';
import { pairs } from '../../src/server/market/pairs.ts';
import { createSpotHandlers } from '../../src/server/spot/handlers.ts';
import { openSpot } from '../../src/server/spot/open-spot.ts';
import type { Spot } from '../../src/server/spot/spot.ts';
import { migrateDatabase } from '../../src/server/store/migrate.ts';
import { openDatabase } from '../../src/server/store/open.ts';
import { openNaiveSpot } from './naive-spot-writer.ts';
import { measuredPairs, type SpotServerOrder, type SpotServerReady } from './spot-load.ts';

/**
 * The exchange's HTTP edge, sessions, ledger and spot calls in a process of their own, with the writer that is
 * asked for. Told what to do by its parent's first message; answers with its port and the people's tokens.
 */
async function serve({ writer, connection, people }: SpotServerOrder): Promise<SpotServerReady> {
  const database = openDatabase(connection, { poolMax: 20 });
  await migrateDatabase(database.pool);
  const ledger = createLedger();
  const spot =
    writer === 'group'
      ? await openSpot({ database, ledger, clock: Date.now, pairs, onFailure })
      : await openNaiveSpot(database, ledger, Date.now);
  const sessions = new Sessions(database, Date.now);
  const tokens: string[] = [];
  const assets = ['USDT', ...measuredPairs.map(({ base }) => base)];
  for (let nth = 0; nth < people; nth += 1) {
    const token = await database.transaction(async (tx) => {
      const createdAt = Date.now();
      const [row] = await tx.drizzle
        .insert(users)
        .values({ language: 'en', practice: true, invitationCode: `LOAD${nth}`, createdAt })
        .returning({ id: users.id });
      if (row === undefined) throw new Error('no person was made');
      const amount = 10n ** 15n;
      const account = { wallet: 'spot', part: 'available' } as const;
      const postings = assets.flatMap((asset) => [
        { ...account, asset, owner: houseOwners.practice, amount: -amount },
        { ...account, asset, owner: row.id, amount },
      ]);
      await ledger.post(tx, { kind: 'practice', reference: null, at: createdAt, postings });
      return (await sessions.open(tx, row.id, 'bench', null)).token;
    });
    tokens.push(token);
  }
  const others = Object.fromEntries(Object.keys(calls).map((name) => [name, notMeasured]));
  const app = build({
    handlers: { ...others, ...createSpotHandlers({ spot: spot as Spot, database }) } as unknown as Handlers,
    sessions,
    areaIsOn: () => true,
    strict: false,
    callsPerUser: 0,
    callsPerAddress: 0,
    rateWindowMs: 60_000,
    publicOrigin: null,
    clock: systemClock,
    wasDone: () => Promise.reject(new Error('no call of the load has a deadline')),
    apiBase: '/api/',
    fileBase: '/files/',
    readFile: () => Promise.resolve(null),
    readContentImage: () => Promise.resolve(null),
    appDirectory: null,
    otherOrigins: { own: [], framedHosts: [], pictures: [] },
    trustedProxies: noProxies,
    lagMaxMs: 0,
    logger: null,
    metrics: new Registry(),
    health: { report: () => ({ status: 'ready', parts: [] }) },
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { port: Number(new URL(address).port), tokens };
}

function onFailure(error: unknown, what: string): void {
  process.stderr.write(`${what}: ${String(error)}\n`);
}

function notMeasured(): Promise<never> {
  return Promise.reject(new Error('only spot calls are measured'));
}

process.once('message', (order: SpotServerOrder) => {
  serve(order).then(
    (ready) => process.send?.(ready),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));
