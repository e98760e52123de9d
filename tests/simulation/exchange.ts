import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Bus } from '#server/cluster/bus/bus.ts';
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
 * What is listed is known once in a process. The console is one of its own, but runs in that of the exchange here: if it read
 * the listing, the exchange would find nothing new in it.
 */
const consoleReads = {
  file: 'operator/console.ts',
  from: '    instruments.replace(await readInstruments(database));\n',
  to: '    void [instruments, readInstruments];\n',
} as const;

/**
 * Takes the place of what leaves this process and cannot be waited for. Called once, before the exchange is loaded.
 *
 * @param mutant a fault that its code gets; null for none
 */
export function replaceParts(mutant: Mutant | null): void {
  const changed = new Map(
    [{ name: 'the console', ...consoleReads }, ...(mutant === null ? [] : [mutant])].map((change) => [
      pathToFileURL(path.join(serverFolder, change.file)).href,
      change,
    ]),
  );
  registerHooks({
    load(url, context, next) {
      if (url.includes('@node-rs/argon2')) return { format: 'module', source: cheapArgon2, shortCircuit: true };
      if (url.includes('/node_modules/sharp/')) return { format: 'module', source: cheapSharp, shortCircuit: true };
      const change = changed.get(url);
      if (change === undefined) return next(url, context);
      return { format: 'module-typescript', source: mutatedSource(change), shortCircuit: true };
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

/** How a process of the exchange is opened. */
interface OpeningDeps {
  readonly connection: ClusterConnection;
  readonly dataFolder: string;
  /** Called with each warning and error that it logs. */
  readonly log: (line: string) => void;
  /** Its connection to the broker between the processes of an exchange; null where it is one process. */
  readonly bus: Bus | null;
}

/**
 * Opens the whole exchange on a store. Its code is loaded here, after the clock, timers and randomness were replaced.
 *
 * @param world what happens to the prices and to the chain that it follows
 * @returns its HTTP edge, without a socket; null where edges in other processes serve people
 */
export async function openSimulatedExchange(
  opening: OpeningDeps,
  { prices, chain }: { readonly prices: FaultyPrices; readonly chain: FaultyChain },
): Promise<FastifyInstance | null> {
  const [
    { openExchange },
    { openEdges },
    { serveEdges },
    { openPriceSource },
    { openTestChain },
    { openStore },
    parts,
  ] = await Promise.all([
    import('#server/main/exchange.ts'),
    import('#server/main/open-edges.ts'),
    import('#server/main/serve-edges.ts'),
    import('#server/main/open-prices.ts'),
    import('#server/practice/test-chain/test-chain.ts'),
    import('#server/core/store/open-store.ts'),
    partsOf(opening),
    loadLater(),
  ]);
  const store = await openStore(parts.config, parts.logger);
  const broker = opening.bus === null ? null : await brokerOf(opening.bus, parts.logger);
  broker?.bus.ownStore(store.identity);
  const app = await openExchange(
    {
      ...parts,
      store,
      workers: null,
      openPrices: async (...given) => prices.over(await openPriceSource(...given)),
      openTestChain: chain.opener(openTestChain),
    },
    (deps, areas) => {
      if (broker === null) return openEdges(deps, areas);
      serveEdges(deps, areas, store, broker);
      return null;
    },
  );
  await app?.ready();
  return app;
}

/** An edge of an exchange whose engine is another process. */
export interface SimulatedEdge {
  readonly app: FastifyInstance;
  /** Whether there is an engine that says that it is ready. */
  readonly isReady: () => boolean;
}

/** Opens an edge. */
export async function openSimulatedEdge(opening: OpeningDeps & { readonly bus: Bus }): Promise<SimulatedEdge> {
  const [{ openEdge }, parts] = await Promise.all([import('#server/main/edge.ts'), partsOf(opening)]);
  const edge = openEdge({ ...parts, broker: await brokerOf(opening.bus, parts.logger), isEnding: () => false });
  await edge.app.ready();
  return edge;
}

/** What every process of the exchange is opened with. */
async function partsOf({ connection, dataFolder, log }: OpeningDeps) {
  const [{ readConfig }, { createClosers }, { pino }, { Registry }, layout] = await Promise.all([
    import('#server/core/config/config.ts'),
    import('#server/core/jobs/closers.ts'),
    import('pino'),
    import('prom-client'),
    import('#server/core/store/embedded/layout.ts'),
  ]);
  const logger = pino({ level: 'warn', base: null }, { write: log });
  return {
    config: readConfig(settingsOf(connection, layout.applicationUser, dataFolder)),
    logger,
    closers: createClosers(logger),
    metrics: new Registry(),
    appDirectory: null,
    tracer: null,
  };
}

/** What all processes of an exchange sign with. */
const clusterKey = Buffer.alloc(32, 5);

async function brokerOf(bus: Bus, logger: Logger) {
  const { signedBus } = await import('#server/cluster/bus/signed-bus.ts');
  const signed = signedBus({ bus, keys: [clusterKey], logger, rejected: () => undefined });
  return { bus: signed, root: 'dunlin.practice' } as const;
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
