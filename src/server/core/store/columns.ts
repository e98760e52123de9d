import { bigint, customType } from 'drizzle-orm/pg-core';

/** PostgreSQL's 64-bit transaction id, which never wraps. */
export const xid8 = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'xid8',
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
});

/** Epoch milliseconds, UTC, as a number. */
export const epochMs = (name?: string) =>
  name === undefined ? bigint({ mode: 'number' }) : bigint(name, { mode: 'number' });

/** Raw bytes. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
