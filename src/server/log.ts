import { type DestinationStream, pino, type Logger, type LoggerOptions } from 'pino';

import { storeFailure } from './store/store-failures.ts';

export type { Logger };

/** Causes that are told of one error, each of the one before. */
const causesMax = 4;

/** What is told of an error: nothing of a statement's values, which are what people wrote and how they are reached. */
export interface ToldError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
  /** Of an error of PostgreSQL, what it is about. */
  readonly table?: string;
  readonly constraint?: string;
  readonly cause?: ToldError;
  /** Of several at once, the first ones. */
  readonly errors?: readonly ToldError[];
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
export function toldError(error: unknown, causes = causesMax): ToldError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutKeys(String(error)), stack: '' };
  const { code, table, constraint, query, params } = error as Error & Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);
  const told = { code: text(code), table: text(table), constraint: text(constraint) };
  const isStatement = typeof query === 'string' && params !== undefined;
  return {
    type: error.constructor.name,
    message: isStatement ? `Failed query: ${query}` : withoutKeys(error.message),
    // The first lines of a stack are its message again.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^ {4}at /.test(line))
      .join('\n'),
    ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)),
    ...(error instanceof AggregateError && causes > 0
      ? { errors: error.errors.slice(0, causesMax).map((one) => toldError(one, causes - 1)) }
      : {}),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: toldError(error.cause, causes - 1) }),
  };
}

/** While the store is away, what fails for that reason is told once within this, however many requests and jobs it meets. */
const outageLineEveryMs = 10_000;
/** Messages are fixed texts of the code, so there are fewer than this. */
const outageMessagesMax = 200;

/** Lets one line of a kind through when an outage of the store is the reason, and the rest of the log as it is. */
function withoutRepeatedOutages(): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  const toldAtMs = new Map<unknown, number>();
  return function write(line, method) {
    const [facts, message] = line as unknown as [unknown, unknown];
    const error = typeof facts === 'object' && facts !== null && 'err' in facts ? facts.err : null;
    if (storeFailure(error) !== null) {
      const nowMs = performance.now();
      if (nowMs - (toldAtMs.get(message) ?? -Infinity) < outageLineEveryMs) return;
      if (toldAtMs.size >= outageMessagesMax) toldAtMs.clear();
      toldAtMs.set(message, nowMs);
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
    serializers: { err: (error: unknown) => toldError(error) },
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
