/** What a failed statement says about itself. */
export interface PostgresFailure {
  /** SQLSTATE, as in `23505`. */
  readonly code: string;
  /** The constraint that refused, where one did. */
  readonly constraint: string | null;
}

const serializationFailure = '40001';
const deadlockDetected = '40P01';
const uniqueViolation = '23505';
const checkViolation = '23514';

/** The failure behind an error: Drizzle wraps the driver's error as `cause`. Null when it is none of PostgreSQL's. */
export function postgresFailure(error: unknown): PostgresFailure | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint } = current as { code?: unknown; constraint?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) {
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
 * Whether the session ended under a statement: the server was shut down or crashed (class 57P), or the connection
 * failed (class 08). What had been sent may have been done.
 */
export function isConnectionLoss(error: unknown): boolean {
  const code = postgresFailure(error)?.code ?? '';
  return code.startsWith('08') || code.startsWith('57P');
}

/** Whether a row with the same key exists; `constraint` narrows it to one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const failure = postgresFailure(error);
  return failure?.code === uniqueViolation && (constraint === undefined || failure.constraint === constraint);
}

/** Whether the named CHECK constraint refused. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  const failure = postgresFailure(error);
  return failure?.code === checkViolation && failure.constraint === constraint;
}
