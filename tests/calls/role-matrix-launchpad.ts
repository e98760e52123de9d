import { launchpadDepsForTest } from '#server/earn/launchpad/testing.ts';
import { createDueProjects } from '#server/earn/launchpad/due.ts';
import { announceForTest, projectInProgress } from './launchpad-project.ts';
import { anybody, type Row, type SomeRows, users } from './role-matrix-row.ts';
import type { RoleWorld } from './role-matrix-world.ts';

/** Calls of the subscription of new coins, with the answer to each role. */
export function launchpadRows(world: RoleWorld) {
  const open: Row = { answers: anybody() };
  /** One that has ended, with its list. */
  const ended = async () => {
    const at = Date.now();
    const id = await announceForTest(world.exchange.database, { opensAt: at - 2, closesAt: at - 1 });
    await createDueProjects(launchpadDepsForTest(world.exchange.database, Date.now))(() => false);
    return { project: id.toString() };
  };
  const committed = async () => {
    const project = await projectInProgress(world.exchange.database);
    await world.done('POST teManagementOrderAdd', { project, amount: '5' }, 'owner');
    return {};
  };
  return {
    'GET common/teManagementList': [open],
    'GET common/knowTeManagementList': [{ answers: anybody(), body: () => ({ state: 'ended' }) }],
    'GET common/teManagementAllotment': [{ answers: anybody(), body: ended }],
    'POST teManagementOrderAdd': [
      {
        answers: users(),
        body: async () => ({ project: await projectInProgress(world.exchange.database), amount: '5' }),
      },
    ],
    'GET teManagementOrderList0': [{ answers: users(), body: committed }],
    'GET teManagementOrderList1': [{ answers: users() }],
  } satisfies SomeRows;
}
