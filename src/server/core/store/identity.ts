/**
 * Which data a PostgreSQL holds. Epochs of ownership rise within one identity and mean nothing beside those of another
 * (docs/decisions/0029): a restored backup counts from an older number.
 */
export interface StoreIdentity {
  /** A UUID, renewed when the data goes on from an earlier state and when PostgreSQL is another one. */
  readonly id: string;
  /** When it was renewed, in epoch milliseconds by the clock of the engine that did; of two, the later one is the newer. */
  readonly since: number;
}

/** An epoch that was seen, and the data that it is of. */
export interface SeenEpoch {
  readonly store: StoreIdentity;
  readonly epoch: number;
}

/** Whether `one` is the newer of two identities. Two of the same time are ordered by their ids, the same everywhere. */
export function isNewerStore(one: StoreIdentity, other: StoreIdentity): boolean {
  return one.since === other.since ? one.id > other.id : one.since > other.since;
}

/** Whether data with this identity and epoch is of an earlier state than was seen: only a restored backup is. */
export function isBehind(stored: SeenEpoch, seen: SeenEpoch): boolean {
  if (stored.store.id === seen.store.id) return stored.epoch < seen.epoch;
  return isNewerStore(seen.store, stored.store);
}
