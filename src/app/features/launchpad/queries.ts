import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { CallOutput } from '#protocol/calls.ts';
import type { LaunchpadProject } from '#protocol/launchpad/entities/projects.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';

/** How often what people commit is asked for again while it is on screen. */
const liveEveryMs = 3_000;
/** While coins are handed out, which takes about a second. */
const settlingEveryMs = 1_000;
const listSize = '50';

function everyMs(project: LaunchpadProject | undefined): number | false {
  if (project === undefined || project.state === 'ended') return false;
  return project.state === 'settling' ? settlingEveryMs : liveEveryMs;
}

type Projects = { readonly state: { readonly data: CallOutput<'GET common/teManagementList'> | undefined } };

/** One project in any state; asked for again until it has ended. */
export function projectQuery(id: string) {
  return {
    ...callQuery('GET common/teManagementList', { project: id }),
    staleTime: 0,
    refetchInterval: ({ state }: Projects) => everyMs(state.data?.list[0]),
  } as const;
}

/** Which projects a list shows: `current` are in progress or being settled. */
export type ProjectList = 'current' | 'announced' | 'ended';

/** Projects of a list, newest first. */
export function projectsQuery(which: ProjectList) {
  return queryOptions<CallOutput<'GET common/teManagementList'>>({
    queryKey: [which === 'current' ? currentRoot : otherRoot, { which }],
    staleTime: 0,
    refetchInterval: liveEveryMs,
    queryFn: ({ signal }) =>
      which === 'current'
        ? call('GET common/teManagementList', { size: listSize }, { signal })
        : call('GET common/knowTeManagementList', { state: which, size: listSize }, { signal }),
  });
}

const currentRoot = 'common/teManagementList';
const otherRoot = 'common/knowTeManagementList';
const runningRoot = 'teManagementOrderList0';
const endedRoot = 'teManagementOrderList1';

/** The own commitment to a project that has not been settled. */
export function ownRunningQuery(project: string) {
  return { ...callQuery('GET teManagementOrderList0', { project }), staleTime: 0 } as const;
}

/** The own commitment to a project that was settled. */
export function ownEndedQuery(project: string) {
  return { ...callQuery('GET teManagementOrderList1', { project }), staleTime: 0 } as const;
}

/** All own subscriptions, running and ended. */
export const ownListQueries = {
  running: { ...callQuery('GET teManagementOrderList0', { size: listSize }), staleTime: 0 },
  ended: { ...callQuery('GET teManagementOrderList1', { size: listSize }), staleTime: 0 },
} as const;

/** Something was committed or settled. */
export function refreshLaunchpad(client: QueryClient): void {
  for (const root of [runningRoot, endedRoot, currentRoot, otherRoot, 'wallet']) {
    void client.invalidateQueries({ queryKey: [root] });
  }
}

/** A published list: all its lines. */
export interface PublishedList {
  readonly header: string;
  readonly hash: string;
  readonly lines: readonly string[];
}

/** Reads a published list to its end. */
export async function fetchPublishedList(project: string): Promise<PublishedList> {
  const lines: string[] = [];
  for (let after: number | null = 0; ;) {
    const page: CallOutput<'GET common/teManagementAllotment'> = await call('GET common/teManagementAllotment', {
      project,
      after: `${after}`,
    });
    lines.push(...page.lines);
    after = page.next;
    if (after === null) return { header: page.header, hash: page.hash, lines };
  }
}
