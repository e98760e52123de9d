import { type DestinationStream, pino, type Logger, type LoggerOptions } from 'pino';

import { storeFailure } from '../failures/store-failures.ts';

export type { Logger };

/** Causes that are told of one error, each of the one before. */
const causesMax = 4;

/** What is told of an error: nothing of a statement's values, which are what users wrote and how they are reached. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
  /** Of an error of PostgreSQL, what it is about. */
  readonly table?: string;
  readonly constraint?: string;
  readonly cause?: LoggedError;
  /** Of several at once, the first ones. */
  readonly errors?: readonly LoggedError[];
}

const addresses = /\b[a-z][a-z+.-]*:\/\/[^\s"'<>]+/gi;

/** A text with the hosts of its addresses alone: keys of services stand in their paths, and before the host. */
function withoutKeys(text: string): string {
  return text.replace(addresses, (found) => {
    const address = found.replace(/[.,;:)\]]+$/, '');
    if (!URL.canParse(address)) return '…';
    const { protocol, host } = new URL(address);
    return `${protocol}//${host}/…`;
  });
}

/**
 * An error as the log has it. The values of a statement that failed stand in the message and in the details of the
 * library and of PostgreSQL alike: emails, hashes, keys of devices, whole pictures.
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
    // The first lines of a stack are its message again.
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

/** While the store is away, what fails for that reason is told once within this, however many requests and jobs it meets. */
const outageLineEveryMs = 10_000;
/** Messages are fixed texts of the code, so there are fewer than this. */
const outageMessagesMax = 200;

/** Lets one line of a kind through when an outage of the store is the reason, and the rest of the log as it is. */
function withoutRepeatedOutages(): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  const loggedAtMs = new Map<unknown, number>();
  return function write(line, method) {
    const [facts, message] = line as unknown as [unknown, unknown];
    const error = typeof facts === 'object' && facts !== null && 'err' in facts ? facts.err : null;
    if (storeFailure(error) !== null) {
      const nowMs = performance.now();
      if (nowMs - (loggedAtMs.get(message) ?? -Infinity) < outageLineEveryMs) return;
      if (loggedAtMs.size >= outageMessagesMax) loggedAtMs.clear();
      loggedAtMs.set(message, nowMs);
    }
    method.apply(this, line);
  };
}

/**
 * The exchange's log: one line of JSON per event, with a request's id where there is one and without
 * personal data. Fields that could carry a secret are cut out wherever they appear.
 *
 * @param to where the lines go instead of the standard output
 */
export function createLogger(level: string, to?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
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
