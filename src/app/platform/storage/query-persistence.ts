import type { Persister } from '@tanstack/query-persist-client-core';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { type Query, type QueryClient, dehydrate, hydrate } from '@tanstack/react-query';
import {
  bootRoots,
  persistDelayMs,
  persistedMaxAgeMs,
  persistedQueriesMax,
  persistedRoots,
  persistedSchema,
  restoreDeadlineMs,
} from './persisted-queries.ts';
import { readDevice, removeDevice, writeDevice } from './device-store.ts';
import { session } from '../session/session.ts';
import { bootKeyPrefix, readStored, removeStored, writeStored } from './storage.ts';

/** Persisted per account: no user sees what another left behind. */
function scope(): string {
  return session.get()?.account ?? 'visitor';
}

const bootPersister = (): Persister =>
  createSyncStoragePersister({
    key: bootKeyPrefix + scope(),
    throttleTime: 0,
    storage: { getItem: readStored, setItem: (at, value) => void writeStored(at, value), removeItem: removeStored },
  });

/** Structured clones go in and out as they are, so nothing is written as text. */
const devicePersister = (): Persister => {
  const key = `queries.${scope()}`;
  return {
    persistClient: (client) => writeDevice(key, client),
    restoreClient: () => readDevice(key),
    removeClient: () => removeDevice(key),
  };
};

type Kept = Awaited<ReturnType<Persister['restoreClient']>>;

function isUsable(kept: Kept): kept is NonNullable<Kept> {
  return kept?.buster === persistedSchema && Date.now() - kept.timestamp < persistedMaxAgeMs;
}

/** Fills the cache with what the first paint needs, before anything is drawn. */
export function restoreBoot(client: QueryClient): void {
  try {
    const kept = bootPersister().restoreClient() as Kept;
    if (isUsable(kept)) hydrate(client, kept.clientState);
  } catch {
    // The stored copy belongs to another account or format: the page starts from the network.
    removeStored(bootKeyPrefix + scope());
  }
}

/**
 * Fills the cache with the other persisted queries. When the device does not answer in time the page continues without;
 * a later restore still fills in for answers that have not come.
 */
export async function restorePersisted(client: QueryClient): Promise<void> {
  const owner = scope();
  const restore = async () => {
    const kept = await devicePersister().restoreClient();
    // Another user may have signed in meanwhile.
    if (isUsable(kept) && owner === scope()) hydrate(client, kept.clientState);
  };
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, restoreDeadlineMs);
  });
  await Promise.race([restore().catch(() => undefined), late]);
}

function rootOf(query: Query): string {
  return String(query.queryKey[0]);
}

/** A query is persisted with its last answer: a failed refetch, as without a network, does not change it. */
function answered<State extends { data: unknown }>(state: State): State {
  return { ...state, status: 'success', error: null, fetchFailureCount: 0, fetchFailureReason: null };
}

async function save(client: QueryClient, persister: Persister, roots: readonly string[]): Promise<void> {
  const newest = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.data !== undefined && roots.includes(rootOf(query)))
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, persistedQueriesMax);
  const chosen = new Set(newest.map((query) => query.queryHash));
  const { mutations, queries } = dehydrate(client, {
    shouldDehydrateQuery: (query) => chosen.has(query.queryHash),
    shouldDehydrateMutation: () => false,
  });
  const kept = queries.map((query) => ({ ...query, state: answered(query.state) }));
  await persister.persistClient({
    timestamp: Date.now(),
    buster: persistedSchema,
    clientState: { mutations, queries: kept },
  });
}

/**
 * Persists queries one second after an answer, and at once when the page is left.
 *
 * @param restored settles when `restoreKept` did: before that a write would drop what is not read yet
 * @returns a function that ends it
 */
export function persistQueries(client: QueryClient, restored: Promise<void>): () => void {
  const changed = new Set<'boot' | 'kept'>();
  let isRestored = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    // A full device is no reason to bother the user: the page starts from the network next time.
    if (changed.delete('boot')) void save(client, bootPersister(), bootRoots).catch(() => undefined);
    if (isRestored && changed.delete('kept'))
      void save(client, devicePersister(), persistedRoots).catch(() => undefined);
  };
  void restored.then(() => {
    isRestored = true;
    if (changed.size > 0) timer ??= setTimeout(write, persistDelayMs);
    return undefined;
  });
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const root = rootOf(event.query);
    if (bootRoots.includes(root)) changed.add('boot');
    else if (persistedRoots.includes(root)) changed.add('kept');
    else return;
    timer ??= setTimeout(write, persistDelayMs);
  });
  const onHide = ({ type }: Event) => {
    if ((document.hidden || type === 'pagehide') && timer !== undefined) write();
  };
  document.addEventListener('visibilitychange', onHide);
  addEventListener('pagehide', onHide);
  return () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', onHide);
    removeEventListener('pagehide', onHide);
  };
}
