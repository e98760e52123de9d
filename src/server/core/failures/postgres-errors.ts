import { ConnectionLost } from './connection-lost.ts';

/** Error fields of a failed statement. */
interface PostgresFailure {
  /** SQLSTATE, as in `23505`. */
  readonly code: string;
  /** The violated constraint, if any. */
  readonly constraint: string | null;
}

/** Five characters of a known class: `EPIPE` is Node's. */
const sqlState = /^(?:\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/;

const serializationFailure = '40001';
const deadlockDetected = '40P01';
const uniqueViolation = '23505';
const checkViolation = '23514';
const lockNotAvailable = '55P03';
const queryCancelled = '57014';
const idleInTransaction = '25P03';
const readOnly = '25006';
const outOfRange = '22003';

/** The failure behind an error: Drizzle wraps the driver's error as `cause`. Null when it is not a PostgreSQL error. */
export function postgresFailure(error: unknown): PostgresFailure | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint } = current as { code?: unknown; constraint?: unknown };
    if (typeof code === 'string' && sqlState.test(code)) {
      return { code, constraint: typeof constraint === 'string' ? constraint : null };
    }
  }
  return null;
}

/** Whether the transaction lost against another one and may simply be run again. */
export function isTransient(error: unknown): boolean {
  const failure = postgresFailure(error);
  return failure !== null && (failure.code === serializationFailure || failure.code === deadlockDetected);
}

/**
 * Whether the session ended during a statement: the server was shut down or crashed (class 57P), it ended a transaction
 * that was idle for too long, or the connection failed (class 08, or detected on this side). What had been sent may
 * have been executed.
 */
export function isConnectionLoss(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof ConnectionLost) return true;
  }
  const code = postgresFailure(error)?.code ?? '';
  return code.startsWith('08') || code.startsWith('57P') || code === idleInTransaction;
}

/**
 * Whether PostgreSQL refused a statement for lack of a temporary resource: a lock or statement timeout, memory, disk or
 * connections (class 53), or because it is read-only for now, as a standby is. The transaction is rolled back.
 */
export function isShortage(error: unknown): boolean {
  const code = postgresFailure(error)?.code ?? '';
  return code.startsWith('53') || [lockNotAvailable, queryCancelled, readOnly].includes(code);
}

/** Whether a row with the same key exists; `constraint` narrows it to one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const failure = postgresFailure(error);
  return failure?.code === uniqueViolation && (constraint === undefined || failure.constraint === constraint);
}

/** Whether the named CHECK constraint was violated. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  const failure = postgresFailure(error);
  return failure?.code === checkViolation && failure.constraint === constraint;
}

/** Whether a lock was not to be had within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return postgresFailure(error)?.code === lockNotAvailable;
}

/** Whether a number of a statement, such as a sum, was too large for its type. */
export function isOutOfRange(error: unknown): boolean {
  return postgresFailure(error)?.code === outOfRange;
}
