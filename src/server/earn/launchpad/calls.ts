import type { CallOutput } from '#protocol/calls.ts';
import { allotmentLinesMax } from '#protocol/launchpad/entities/words.ts';
import type { Handlers } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { listLine } from './allotment.ts';
import type { LaunchpadDeps } from './deps.ts';
import { headerOf, toOrder, toProject } from './project-row.ts';
import { findProject, listProjects, ownCommitments, publishedLines } from './store.ts';
import { subscribe } from './subscribing.ts';

export type LaunchpadHandlers = Pick<
  Handlers,
  | 'GET common/teManagementList'
  | 'GET common/knowTeManagementList'
  | 'GET common/teManagementAllotment'
  | 'POST teManagementOrderAdd'
  | 'GET teManagementOrderList0'
  | 'GET teManagementOrderList1'
>;

interface OwnQuery {
  readonly cursor?: string | undefined;
  readonly size: number;
  readonly project?: string | undefined;
}

/** The handlers of the subscription of new coins. */
export function createLaunchpadHandlers(deps: LaunchpadDeps): LaunchpadHandlers {
  const { database, clock } = deps;

  async function own(
    userId: bigint,
    query: OwnQuery,
    hasEnded: boolean,
  ): Promise<CallOutput<'GET teManagementOrderList0'>> {
    const now = clock();
    const { list, next } = await ownCommitments(database, userId, { ...query, hasEnded });
    return { list: list.map(([project, commitment]) => toOrder(project, commitment, now)), next };
  }

  return {
    'GET common/teManagementList': async ({ project, ...query }) => {
      const now = clock();
      if (project !== undefined) {
        const row = await findProject(database.pool, BigInt(project));
        return { list: row === null ? [] : [toProject(row, now)], next: null };
      }
      const { list, next } = await listProjects(database, 'in-progress', query, now);
      return { list: list.map((row) => toProject(row, now)), next };
    },

    'GET common/knowTeManagementList': async ({ state, ...query }) => {
      const now = clock();
      const { list, next } = await listProjects(database, state, query, now);
      return { list: list.map((row) => toProject(row, now)), next };
    },

    'GET common/teManagementAllotment': async ({ project, after }) => {
      const row = await findProject(database.pool, BigInt(project));
      if (row === null || row.listHash === null) throw new Refusal('notFound');
      const lines = await publishedLines(database.pool, row.id, after);
      return {
        header: headerOf(row),
        hash: row.listHash,
        lines: lines.map(listLine),
        next: lines.length < allotmentLinesMax ? null : (lines.at(-1)?.line ?? null),
      };
    },

    'POST teManagementOrderAdd': (input, { caller, idempotencyKey }) =>
      subscribe(deps, input, { userId: caller.userId, key: idempotencyKey }),

    'GET teManagementOrderList0': (query, { caller }) => own(caller.userId, query, false),
    'GET teManagementOrderList1': (query, { caller }) => own(caller.userId, query, true),
  };
}
