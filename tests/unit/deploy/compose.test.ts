import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/core/config/config.ts';
import { compose, composeText, exists, partEndsWithinSeconds, pinned, read, settingNames, versions } from './files.ts';
import { healthStatuses } from './health.ts';

/** `deploy/compose.yml` and the files that it mounts. */

const services = Object.entries(compose.services).map(([name, service]) => ({ name, service }));
const exchanges = services.filter(({ service }) => service.build !== undefined);

/** The values that the comment at its head asks for. */
const example: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: '0f',
  REPLICATION_PASSWORD: '0e',
  NATS_ENGINE_PASSWORD: 'n0',
  NATS_EDGE_1_PASSWORD: 'n1',
  NATS_EDGE_2_PASSWORD: 'n2',
  CLUSTER_KEY: Buffer.alloc(32, 8).toString('base64url'),
  WALLET_SEED: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64url'),
};

/** Puts values for `${NAME:?}`, and defaults for `${NAME:-default}`. */
function filled(text: string): string {
  return text.replaceAll(/\$\{(\w+):(?:\?|-(\w[\w-]*))\}/g, (_, name: string, fallback?: string) => {
    return fallback ?? example[name] ?? `unknown ${name}`;
  });
}

const environmentOf = (environment: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)]));

it('is two engines and two edges of this version, HAProxy, NATS and two PostgreSQL', () => {
  expect(services.map(({ name }) => name).toSorted()).toEqual(
    ['edge-1', 'edge-2', 'engine-1', 'engine-2', 'haproxy', 'nats', 'postgres-1', 'postgres-2'].toSorted(),
  );
  expect(exchanges.map(({ service }) => service.image)).toEqual(Array(4).fill(`dunlin:${versions().exchange}`));
  for (const { service } of exchanges) expect(exists(service.build?.dockerfile ?? '')).toBe(true);
});

describe.each(services)('$name', ({ service }) => {
  it('runs without rights on a read-only file system, in a version that stays', () => {
    expect(service.image).toMatch(pinned);
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.user).toBeDefined();
    expect(service.user).not.toMatch(/^(?:root|0)(?::|$)/);
    expect(service.healthcheck?.test.length).toBeGreaterThan(2);
  });

  it('mounts files that are there', () => {
    const files = (service.volumes ?? []).filter((volume) => volume.startsWith('./'));
    expect(files.filter((volume) => !exists(`deploy/${volume.split(':')[0]}`))).toEqual([]);
    expect(files.filter((volume) => !volume.endsWith(':ro'))).toEqual([]);
  });
});

describe.each(exchanges)('$name', ({ name, service }) => {
  const environment = environmentOf(service.environment);

  it('is given settings that exist, and that the exchange takes', () => {
    expect(Object.keys(environment).filter((variable) => !settingNames.has(variable))).toEqual([]);
    const config = readConfig(environment);
    expect(config.role).toBe(name.split('-')[0]);
    const user = name.startsWith('engine') ? 'engine' : name;
    const password = example[`NATS_${user.toUpperCase().replace('-', '_')}_PASSWORD`];
    expect(config.natsUrl).toBe(`nats://${user}:${password}@nats:4222`);
    expect(config.clusterKeys).toHaveLength(1);
    if (config.role === 'edge') return;
    // Engines take over from each other: what they would make for themselves has to be the same.
    expect(config.walletSeed).toBe(example['WALLET_SEED']);
    expect(config.secretsKey).not.toBeNull();
  });

  it('is healthy by what its role can be', async () => {
    const path = service.healthcheck?.test.at(-1) ?? '';
    const statuses = await healthStatuses(path);
    expect(statuses.well).toBe(200);
    // An engine that waits for its turn is not ready, and is well.
    expect(statuses.unwell).toBe(name.startsWith('engine') ? 200 : 503);
    expect(exists(service.healthcheck?.test.at(-2) ?? '')).toBe(true);
  });

  it('has more time to end than it takes', () => {
    const { drainSeconds } = readConfig(environment);
    expect(drainSeconds).toBeLessThan(partEndsWithinSeconds);
    const [, seconds] = /^(\d+)s$/.exec(service.stop_grace_period ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(drainSeconds + partEndsWithinSeconds);
  });
});

it('asks for what it names at its head', () => {
  const asked = new Set([...composeText.matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name));
  const named = new Set([...composeText.matchAll(/^# {3}(\w+)=/gm)].map(([, name = '']) => name));
  expect(named).toEqual(asked);
});

it('lets nobody reach PostgreSQL or NATS from outside', () => {
  for (const { name, service } of services) {
    expect([name, service.ports === undefined]).toEqual([name, name !== 'haproxy']);
    if (!/^(?:postgres|nats)/.test(name)) continue;
    expect(service.networks.filter((network) => compose.networks[network]?.internal !== true)).toEqual([]);
  }
});

describe('HAProxy', () => {
  const text = read('deploy/compose/haproxy.cfg');
  const backend = (config: string) =>
    (config.split(/^backend edges\n/m)[1] ?? '')
      .split('\n')
      .filter((line) => !/^ +(?:server|default-server) /.test(line));

  it('balances edges as the one for machines of their own', () => {
    expect(backend(text).length).toBeGreaterThan(5);
    expect(backend(text)).toEqual(backend(read('deploy/haproxy.cfg')));
  });

  it('asks each edge at its port, and is asked at its own', () => {
    const servers = [...text.matchAll(/^ +server (\S+) (\S+)$/gm)].map(([, name, address]) => [name, address]);
    const edges = exchanges.filter(({ name }) => name.startsWith('edge'));
    expect(servers).toEqual(edges.map(({ name, service }) => [name, `${name}:${service.environment?.['PORT']}`]));
    const { ports, healthcheck } = compose.services['haproxy'] ?? {};
    expect(text).toMatch(new RegExp(`^ +bind :${ports?.[0]?.split(':').at(-1)}$`, 'm'));
    const health = new URL(healthcheck?.test.at(-1) ?? '');
    expect(text).toContain(`bind ${health.host}\n`);
  });

  it('goes by a path that is served without an engine, and is 404 from the moment an edge ends', async () => {
    const [, path = ''] = /^ +option httpchk GET (\S+)$/m.exec(text) ?? [];
    expect(await healthStatuses(path)).toEqual({ well: 200, unwell: 200, ending: 404 });
  });
});
