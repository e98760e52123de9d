import { type DestinationStream, pino, type Logger, type LoggerOptions } from 'pino';

import { storeFailure } from '../failures/store-failures.ts';
import { currentSpan } from '../tracing/current-span.ts';

export type { Logger };

/** Depth of the cause chain that is logged. */
const causesMax = 4;

/** Logged fields of an error: no statement values, which are user content and contact data. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
  /** For a PostgreSQL error, what it concerns. */
  readonly table?: string;
  readonly constraint?: string;
  readonly cause?: LoggedError;
  /** For an aggregate error, the first few. */
  readonly errors?: readonly LoggedError[];
}

const addresses = /\b[a-z][a-z+.-]*:\/\/[^\s"'<>]+/gi;

/** A text with its URLs reduced to hosts: paths and user info may contain keys. */
function withoutKeys(text: string): string {
  return text.replace(addresses, (found) => {
    const address = found.replace(/[.,;:)\]]+$/, '');
    if (!URL.canParse(address)) return '…';
    const { protocol, host } = new URL(address);
    return `${protocol}//${host}/…`;
  });
}

/**
 * An error as it is logged. The values of a failed statement appear in the messages and details of both the library and
 * PostgreSQL: emails, hashes, device keys, whole pictures.
 */
export function loggedError(error: unknown, causes = causesMax): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutKeys(String(error)), stack: '' };
  const { code, table, constraint, query, params } = error as Error & Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);
  const facts = { code: text(code), table: text(table), constraint: text(constraint) };
  const isStatement = typeof query === 'string' && params !== undefined;
  return {
    type: error.constructor.name,
    message: isStatement ? `Failed query: ${query}` : withoutKeys(error.message),
    // The first lines of a stack repeat its message.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^ {4}at /.test(line))
      .join('\n'),
    ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
    ...(error instanceof AggregateError && causes > 0
      ? { errors: error.errors.slice(0, causesMax).map((one) => loggedError(one, causes - 1)) }
      : {}),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: loggedError(error.cause, causes - 1) }),
  };
}

/**
 * While the store is unavailable, failures for that reason are logged once per interval, however many requests and jobs
 * they hit.
 */
const outageLineEveryMs = 10_000;
/** Messages are fixed strings in the code, so there are fewer than this. */
const outageMessagesMax = 200;

/**
 * Throttles lines caused by an outage of the store to one per kind; the rest of the log passes unchanged, and so do the
 * lines of requests whose `outcome` nobody knows.
 */
function withoutRepeatedOutages(): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  const loggedAtMs = new Map<unknown, number>();
  return function write(line, method) {
    const [facts, message] = line as unknown as [unknown, unknown];
    const isLine = typeof facts === 'object' && facts !== null;
    const error = isLine && 'err' in facts ? facts.err : null;
    // An unknown outcome of a request is one user's money: whoever asks about it finds it by the request's id.
    const isSingular = isLine && 'outcome' in facts;
    if (storeFailure(error) !== null && !isSingular) {
      const nowMs = performance.now();
      if (nowMs - (loggedAtMs.get(message) ?? -Infinity) < outageLineEveryMs) return;
      if (loggedAtMs.size >= outageMessagesMax) loggedAtMs.clear();
      loggedAtMs.set(message, nowMs);
    }
    method.apply(this, line);
  };
}

/** The trace a line belongs to, as a new object each time: pino adds the facts of the line to it. */
function traceOfLine(): object {
  const span = currentSpan();
  return span === null ? {} : { traceId: span.context.traceId };
}

/**
 * The exchange's log: one JSON line per event, with the request id and the trace id if any and without personal data. Fields that could
 * carry a secret are redacted wherever they appear.
 *
 * @param to a destination other than standard output
 */
export function createLogger(level: string, to?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    mixin: traceOfLine,
    serializers: { err: (error: unknown) => loggedError(error) },
    redact: {
      paths: [
        'password',
        'token',
        'code',
        '*.password',
        '*.token',
        'req.headers.authorization',
        'headers.authorization',
        '*.headers.authorization',
      ],
      remove: true,
    },
    hooks: { logMethod: withoutRepeatedOutages() },
  };
  return to === undefined ? pino(options) : pino(options, to);
}
