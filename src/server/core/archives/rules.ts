/** Where the partitions of a table begin and end, and how they are called. */

/** How keys are divided: by months of the time they contain, or into ranges of as many. */
export type PartitionStep =
  | {
      readonly by: 'months';
      /** Keys to a millisecond. */
      readonly keysPerMs: bigint;
    }
  | { readonly by: 'keys'; readonly keys: bigint };

/** Whole partitions that stand ready behind the one that is written to. */
const partitionsAhead = 2;

/** The first bound above a key. Months are those of UTC. */
export function boundAfter(step: PartitionStep, key: bigint): bigint {
  if (step.by === 'keys') return (floorDiv(key, step.keys) + 1n) * step.keys;
  const at = new Date(Number(floorDiv(key, step.keysPerMs)));
  return BigInt(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)) * step.keysPerMs;
}

/** The last bound at or below a key. */
export function boundBefore(step: PartitionStep, key: bigint): bigint {
  if (step.by === 'keys') return floorDiv(key, step.keys) * step.keys;
  const at = new Date(Number(floorDiv(key, step.keysPerMs)));
  return BigInt(Date.UTC(at.getUTCFullYear(), at.getUTCMonth())) * step.keysPerMs;
}

/** The bound up to which partitions must stand ready while keys are as high as one. */
export function readyUntil(step: PartitionStep, key: bigint): bigint {
  let bound = boundAfter(step, key);
  for (let more = 0; more < partitionsAhead; more += 1) bound = boundAfter(step, bound);
  return bound;
}

/** The name of the partition that begins at a bound, as in `trades_2026_12`. @param lower null for no bound */
export function partitionName(table: string, step: PartitionStep, lower: bigint | null): string {
  if (lower === null) return `${table}_first`;
  if (step.by === 'keys') return `${table}_${lower}`;
  const at = new Date(Number(lower / step.keysPerMs));
  return `${table}_${at.getUTCFullYear()}_${String(at.getUTCMonth() + 1).padStart(2, '0')}`;
}

/** The partition of all keys that no other one has; empty, unless a clock or a counter leapt. */
export const restName = (table: string) => `${table}_rest`;

function floorDiv(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}
