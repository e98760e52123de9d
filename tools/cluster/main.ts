import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildId, standingBuild } from '../app-sources.ts';
import { haproxy, natsServer, providePrograms } from '../programs/programs.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { askControl, openControl } from './control.ts';
import { statusOf } from './status.ts';

/**
 * `npm run cluster`: the exchange in several processes on this machine, until Ctrl-C, with a line for everything that
 * changes. `npm run cluster -- kill engine-1`, from another terminal, makes one of them fail; `help` lists what else.
 */
const repository = path.join(import.meta.dirname, '../..');
const lookEveryMs = 300;
const portDefault = 8080;

process.chdir(repository);
const folder = path.resolve(process.env['DATA_DIR'] ?? '.data', 'cluster');
const [, , ...words] = process.argv;
if (words.length > 0) {
  process.stdout.write(`${await askControl(folder, words)}\n`);
  process.exit(0);
}
await run();

async function run(): Promise<void> {
  const missing = providePrograms([natsServer, haproxy]).map(({ name }) => name);
  if (missing.length > 0) {
    process.stderr.write(`Install ${missing.join(' and ')}, or name them by NATS_SERVER and HAPROXY.\n`);
    process.exit(1);
  }
  if (standingBuild() !== (await buildId()) && !build()) process.exit(1);
  mkdirSync(folder, { recursive: true });
  say('Starting PostgreSQL, a standby, NATS, two engines, two edges and a balancer.');
  const cluster = await startCluster({
    folder,
    program: 'tools/serve.ts',
    port: Number(process.env['PORT'] ?? portDefault),
    say,
  });
  const control = await openControl(folder, cluster);
  say(`Dunlin runs at ${cluster.address.replace('//127.0.0.1:', '//localhost:')}; Ctrl-C ends it.`);
  say(`Logs: ${path.join(folder, 'logs')}`);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());
  await watch(cluster, ending.signal);
  say('Ending.');
  control.close();
  await cluster.close();
  process.exit(0);
}

/** Says what every member does, and from then on what changes. */
async function watch(cluster: Cluster, signal: AbortSignal): Promise<void> {
  let before: ReadonlyMap<string, string> = new Map();
  while (!signal.aborted) {
    const now = await statusOf(cluster);
    for (const [name, doing] of now) if (before.get(name) !== doing) say(`${name.padEnd(10)} ${doing}`);
    before = now;
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

function build(): boolean {
  say('Building the app: this takes some seconds, once per version.');
  return spawnSync(process.execPath, ['tools/app-build.ts'], { stdio: 'inherit' }).status === 0;
}

function say(text: string): void {
  process.stdout.write(`${new Date().toTimeString().slice(0, 8)}  ${text}\n`);
}
