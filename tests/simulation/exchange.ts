import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ClusterConnection } from '#server/core/store/embedded/embedded-postgres.ts';
import type { FaultyChain } from './faulty-chain.ts';
import type { FaultyPrices } from './faulty-prices.ts';
import type { Mutant } from './mutants/mutant.ts';
import type { Outcome } from './people/console.ts';

/** Hashing a password takes a thread and as long as it takes; in a run it is a digest, at once. */
const cheapArgon2 = `
  import { createHash, randomBytes } from 'node:crypto';
  const digest = (salt, password) => createHash('sha256').update(salt).update(password).digest('base64url');
  export const hash = async (password) => {
    const salt = randomBytes(8).toString('hex');
    return '$simulated$' + salt + '$' + digest(salt, password);
  };
  export const verify = async (hashed, password) => {
    const [, , salt, expected] = hashed.split('$');
    return digest(salt, password) === expected;
  };`;

/** Pictures are decoded by threads; in a run each is a head of its format and a digest of what it was made of. */
const cheapSharp = `
  import { createHash } from 'node:crypto';
  const heads = { jpeg: 'ffd8ffe000104a46494600010100000100010000', png: '89504e470d0a1a0a0000000049444154' };
  const formatOf = (bytes) => Object.keys(heads).find((name) => bytes.toString('hex', 0, 3) === heads[name].slice(0, 6));
  class Picture {
    constructor(input) { this.input = Buffer.from(input); this.format = 'jpeg'; }
    timeout() { return this; }
    autoOrient() { return this; }
    resize() { return this; }
    flatten() { return this; }
    jpeg() { this.format = 'jpeg'; return this; }
    png() { this.format = 'png'; return this; }
    async metadata() { return { format: formatOf(this.input), width: 9, height: 9 }; }
    async toBuffer(options) {
      const digest = createHash('sha256').update(this.input).digest();
      const data = Buffer.concat([Buffer.from(heads[this.format], 'hex'), digest]);
      return options?.resolveWithObject ? { data, info: { width: 9, height: 9 } } : data;
    }
  }
  const sharp = (input) => new Picture(input);
  const nothing = () => undefined;
  export default Object.assign(sharp, { cache: nothing, concurrency: nothing, block: nothing, unblock: nothing });`;

/**
 * Takes the place of what leaves this process and cannot be waited for. Called once, before the exchange is loaded.
 *
 * @param mutant a fault that its code gets; null for none
 */
export function replaceParts(mutant: Mutant | null): void {
  const mutated = mutant === null ? null : pathToFileURL(path.join(serverFolder, mutant.file)).href;
  registerHooks({
    load(url, context, next) {
      if (url.includes('@node-rs/argon2')) return { format: 'module', source: cheapArgon2, shortCircuit: true };
      if (url.includes('/node_modules/sharp/')) return { format: 'module', source: cheapSharp, shortCircuit: true };
      if (mutant === null || url !== mutated) return next(url, context);
      return { format: 'module-typescript', source: mutatedSource(mutant), shortCircuit: true };
    },
  });
}

/** @throws Error when what the mutant changes does not stand there exactly once */
export function mutatedSource({ name, file, from, to }: Mutant): string {
  const [before, after, ...more] = readFileSync(path.join(serverFolder, file), 'utf8').split(from);
  if (after === undefined || more.length > 0) throw new Error(`${name}: ${file} has its place not once`);
  return `${before}${to}${after}`;
}

const serverFolder = path.join(import.meta.dirname, '../../src/server');

/**
 * Opens the whole exchange on a store. Its code is loaded here, after the clock, timers and randomness were replaced.
 *
 * @param world what happens to the prices and to the chain that it follows
 * @param log called with each warning and error that it logs
 * @returns its HTTP edge, without a socket
 */
export async function openSimulatedExchange(
  connection: ClusterConnection,
  dataFolder: string,
  { prices, chain }: { readonly prices: FaultyPrices; readonly chain: FaultyChain },
  log: (line: string) => void,
): Promise<FastifyInstance> {
  const [
    { openExchange },
    { openEdges },
    { openPriceSource },
    { openTestChain },
    { readConfig },
    { openStore },
    { createClosers },
    { pino },
    { Registry },
    layout,
  ] = await Promise.all([
    import('#server/main/exchange.ts'),
    import('#server/main/open-edges.ts'),
    import('#server/main/open-prices.ts'),
    import('#server/practice/test-chain/test-chain.ts'),
    import('#server/core/config/config.ts'),
    import('#server/core/store/open-store.ts'),
    import('#server/core/jobs/closers.ts'),
    import('pino'),
    import('prom-client'),
    import('#server/core/store/embedded/layout.ts'),
    loadLater(),
  ]);
  const logger = pino({ level: 'warn', base: null }, { write: log });
  const config = readConfig(settingsOf(connection, layout.applicationUser, dataFolder));
  const closers = createClosers(logger);
  const store = await openStore(config, logger);
  const app = await openExchange(
    {
      config,
      logger,
      appDirectory: null,
      store,
      workers: null,
      closers,
      metrics: new Registry(),
      tracer: null,
      openPrices: async (...given) => prices.over(await openPriceSource(...given)),
      openTestChain: chain.opener(openTestChain),
    },
    openEdges,
  );
  await app.ready();
  return app;
}

/** What the exchange and the console load when they first need it: how long that takes depends on the machine. */
async function loadLater(): Promise<void> {
  const { commandGroups } = await import('#server/operator/console.ts');
  await Promise.all([
    ...commandGroups.map(({ load }) => load()),
    import('#server/accounts/account/passwords/password-estimator.ts'),
    import('#server/accounts/files/picture-decoder.ts'),
  ]);
}

function settingsOf(connection: ClusterConnection, applicationUser: string, dataFolder: string) {
  const url = (user: string) =>
    `postgres://${user}:${connection.password}@${connection.host}:${connection.port}/${connection.database}`;
  return {
    DATABASE_URL: url(applicationUser),
    DATABASE_OWNER_URL: url(connection.user),
    DATA_DIR: dataFolder,
    CALLS_PER_MINUTE: '0',
    ADDRESS_LIMIT_FACTOR: '1000',
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64url'),
    MAKERS: 'off',
    P2P_HOLD: 'on',
  };
}

/** Runs a command of the operator's console on the same store. */
export async function operateSimulatedExchange(
  connection: ClusterConnection,
  dataFolder: string,
  command: readonly string[],
): Promise<Outcome> {
  const [{ operatorConsole }, { saidTo }, { applicationUser }] = await Promise.all([
    import('#server/operator/console.ts'),
    import('#server/operator/command.ts'),
    import('#server/core/store/embedded/layout.ts'),
  ]);
  let said = '';
  const write = (text: string) => void (said += text);
  const settings = settingsOf(connection, applicationUser, dataFolder);
  const code = await saidTo(write, () => operatorConsole(command, settings, write));
  return { code, said };
}
