import { ConfigError, type Config, formerNames, readConfig } from '../core/config/config.ts';
import type { Exchange, ExchangeOptions } from './exchange.ts';
import type { OpenPrices } from './open-prices.ts';
import { createLogger } from '../core/log/log.ts';
import { AlreadyRunning } from '../core/store/server-lock.ts';

/** A process loads only what its role runs. */
const startByRole: Readonly<Record<Config['role'], (options: ExchangeOptions) => Promise<Exchange>>> = {
  all: async (options) => (await import('./exchange.ts')).startExchange(options),
  edge: async (options) => (await import('./edge.ts')).startEdge(options),
  engine: async (options) => (await import('./engine.ts')).startEngine(options),
};

/** Signals for an orderly shutdown. */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs the exchange until a signal ends it, and prints status on the console. Exits with 0 after a signal and with 1
 * and a reason when it cannot start or continue.
 *
 * @param appDirectory the built app, or null
 * @param openPrices an alternative price source
 */
export async function runServer(appDirectory: string | null, openPrices?: OpenPrices): Promise<void> {
  const ending = endingSignal();
  try {
    const config = readConfig(process.env);
    const logger = createLogger(config.logLevel);
    for (const renamed of formerNames(process.env))
      logger.warn(
        renamed,
        `the setting ${renamed.formerly} is called ${renamed.variable} now: the next version reads that alone`,
      );
    const exchange = await startByRole[config.role]({
      config,
      logger,
      appDirectory,
      ...(openPrices === undefined ? {} : { openPrices }),
    });
    say(greeting(exchange, config, appDirectory));
    report('up');
    const lost = await Promise.race([ending, exchange.lost]);
    if (lost === null) say('Ending.');
    else logger.fatal({ reason: lost }, 'the data belongs to another server: the exchange ends');
    // An engine that is started again waits until the other one is gone.
    if (lost !== null && config.role !== 'engine') report('final');
    await exchange.close();
    process.exit(lost === null ? 0 : 1);
  } catch (error) {
    process.stderr.write(`${failureText(error)}\n`);
    if (error instanceof ConfigError || error instanceof AlreadyRunning) report('final');
    process.exit(1);
  }
}

/**
 * Resolves with null at the first signal, when the output is closed, and when the supervisor is gone. A second signal
 * changes nothing: the shutdown is in progress and bounded.
 */
function endingSignal(): Promise<null> {
  return new Promise((resolve) => {
    for (const signal of endingSignals) process.on(signal, () => resolve(null));
    for (const output of [process.stdout, process.stderr]) output.on('error', () => resolve(null));
    process.on('disconnect', () => resolve(null));
  });
}

/** Reports to the supervisor, if any, that it is up, or that a restart would not help. */
function report(what: 'up' | 'final'): void {
  // A lost supervisor shows as a disconnection.
  process.send?.(what, undefined, undefined, () => undefined);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function greeting(exchange: Exchange, config: Config, appDirectory: string | null): string {
  if (config.role === 'engine') return `  Dunlin's engine runs at ${exchange.address} (health and metrics)`;
  const isPractice = config.mode === 'practice';
  return [
    '',
    `  Dunlin runs at ${addressForUsers(exchange.address)}`,
    '',
    `  Mode      ${isPractice ? 'practice: coins without value, a simulated market' : 'live'}`,
    `  Data      ${exchange.dataPlace}`,
    `  Sign in   ${isPractice ? 'open the address and choose "Try with a practice account", or register' : 'open the address and register'}`,
    ...(config.smtpUrl === null ? ['  Codes     npm run operator -- outbox'] : []),
    ...(appDirectory === null ? ['  App       not built: the calls and the stream are served alone'] : []),
    '',
    '  Ctrl-C ends it.',
    '',
  ].join('\n');
}

/** Browsers store passkeys for host names, not for IP addresses. */
function addressForUsers(address: string): string {
  return address.replace('//127.0.0.1:', '//localhost:');
}

/** Why it did not start, as a message; unexpected errors keep their stack. */
function failureText(error: unknown): string {
  if (error instanceof ConfigError || error instanceof AlreadyRunning) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as { code?: unknown; port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one, as in PORT=8081 npm start.`;
  if (code === 'EACCES' && port !== undefined) return `Port ${port} may not be used by this user. Set PORT.`;
  return error.stack ?? error.message;
}
