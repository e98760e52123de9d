import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../depth.ts';
import { missingPrograms } from '../../../tools/cluster/cluster.ts';
import { generator } from '../../../tools/statistics/generator.ts';
import { type ClusterFault, clusterFaults } from './cluster-kinds.ts';
import { clusterRounds } from './cluster-rounds.ts';
import { ClusterWorld } from './cluster-world.ts';
import { doubleOwners } from './owners.ts';

const missing = missingPrograms();

/** One round of each kill; the bench makes thirty of these and of pauses, and holds them to their times. */
const kills = clusterFaults.filter(({ name }) => name.startsWith('kill'));

describe.skipIf(missing.length > 0)(
  `a small cluster, seed ${seed} (needs ${missing.join(', ') || 'nothing more'})`,
  () => {
    let world: ClusterWorld;

    beforeAll(async () => {
      world = await ClusterWorld.open(generator(seed), { users: 8, sockets: 20 });
    });
    afterAll(() => world.close());

    test.each(kills)('goes on after $name: every order once, every book the same', async (fault: ClusterFault) => {
      const { faults, acknowledged, allMs, contracts, contractMs } = await clusterRounds(world, fault, 1);
      expect(faults).toEqual([]);
      expect(acknowledged).toBeGreaterThan(world.users.length);
      expect([allMs.length, contractMs.length]).toEqual([1, 1]);
      expect(contracts.known).toBeGreaterThan(world.users.length);
      expect(contracts.done).toBeGreaterThan(contracts.known / 2);
    });

    test('finds what people know of contracts and the store does not, and the other way round', async () => {
      const person = world.contractUsers.find((one) => one.placed().length > 0 && one.closed().length > 0);
      if (person === undefined) throw new Error('nobody both opened and closed');
      const found = (change: string) => expect.stringContaining(change);
      const faults = () => world.withStore((store) => world.log.faults(store));
      const { requests } = person;
      const isOrder = ({ call, answer }: (typeof requests)[number]) =>
        call === 'POST contract' && typeof answer === 'object' && answer !== null;
      const [forgotten] = requests.splice(requests.findIndex(isOrder), 1);
      expect(await faults()).toContainEqual(found('is stored and was never acknowledged'));
      if (forgotten !== undefined) requests.push({ ...forgotten, key: `${forgotten.key}-again` });
      expect(await faults()).toContainEqual(found('was acknowledged and its answer is not stored'));
      const closing = person.acknowledged().find(({ answer }) => answer.closedLots !== undefined);
      if (closing?.answer.closedLots === undefined) throw new Error('nothing was closed');
      closing.answer.closedLots += 1;
      expect(await faults()).toContainEqual(found('were acknowledged as closed'));
    });

    test('finds a trade that was written by an owner that another one had replaced', async () => {
      await world.withStore(async (store) => {
        await store.query('BEGIN');
        // A later raise is noted with ids from before all trades, as if these had been written after it.
        await store.query(`INSERT INTO noted_raises (writer, epoch, last_id, xid)
                         SELECT writer, 999, 0, pg_current_xact_id()::text::bigint FROM writer_fences`);
        expect((await doubleOwners(store)).length).toBeGreaterThan(0);
        await store.query('ROLLBACK');
      });
    });

    test('finds a trade of a market that another writer had', async () => {
      await world.withStore(async (store) => {
        await store.query('BEGIN');
        // The last trade of each market was written by another writer than had it, as it is noted then.
        await store.query(`INSERT INTO noted_moves (duty, writer, epoch, from_id, xid)
                         SELECT 'spot.' || pair, 'spot-9', 999, max(id) - 1, 0 FROM trades GROUP BY pair
                         UNION ALL SELECT 'contracts.' || contract, 'contracts-9', 999, max(id) - 1, 0
                                     FROM contract_trades GROUP BY contract`);
        const found = await doubleOwners(store);
        for (const writer of ['spot-9', 'contracts-9']) {
          expect(found).toContainEqual(expect.stringContaining(`is not of ${writer}, which had it`));
        }
        await store.query('ROLLBACK');
      });
    });
  },
);
