/** What a duty exists once of: the rows and the memory of each belong to that one alone. */
type Per = 'exchange' | 'pair' | 'contract' | 'chain';

/**
 * What keeps a process that no longer holds a duty from writing for it.
 *
 * `lock`: the advisory lock of the store, whose holder raises the epoch in `server_epoch` (`core/store/ownership.ts`).
 *
 * `server`: that epoch. Connections of an earlier one are terminated, and none of another one is admitted to a pool.
 *
 * `writer`: in addition a row of `writer_fences`, which every batch locks and compares with the epoch that it began with
 * (`core/commit/writer-session.ts`). All contracts share one writer. So do all pairs of the active engine; those that it
 * gave to another engine share a writer that was assigned to that one, and `duty_owners` says which writer a pair has.
 */
type Fence =
  | { readonly by: 'lock' }
  | { readonly by: 'server' }
  | { readonly by: 'writer'; readonly writer: 'spot' | 'contracts' };

/** A part of the exchange that one process does at a time. */
export interface Duty {
  /** As in `spot.<pair>`. */
  readonly name: string;
  readonly per: Per;
  /** Folders of `src/server` that it is made of. Only they write its tables, but for what is named beside a reason. */
  readonly areas: readonly string[];
  /** Tables that belong to it. */
  readonly tables: readonly string[];
  /** What it keeps in memory, all of which its next holder reads or begins again; null for nothing. */
  readonly memory: string | null;
  readonly fence: Fence;
}

const byServer: Fence = { by: 'server' };

/** A duty that exists once, fenced by the epoch of the store. */
export function oneDuty(
  name: string,
  areas: readonly string[],
  tables: readonly string[],
  memory: string | null = null,
): Duty {
  return { name, per: 'exchange', areas, tables, memory, fence: byServer };
}
