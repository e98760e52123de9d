import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/core/config/config.ts';
import {
  type Container,
  kustomization,
  manifest,
  manifestFiles,
  manifests,
  partEndsWithinSeconds,
  pinned,
  pods,
  settingNames,
  versions,
} from './files.ts';
import { healthStatuses } from './health.ts';

/** The manifests in `deploy/kubernetes`. */

const exchanges = pods.filter(({ name }) => name !== 'nats');
const only = (containers: readonly Container[]): Container => {
  expect(containers).toHaveLength(1);
  return containers[0]!;
};

/** Values in the place of secrets, which no file holds. */
const example: Readonly<Record<string, string>> = {
  NATS_ENGINE_URL: 'nats://engine:n0@nats-0.nats:4222,nats://nats-1.nats:4222,nats://nats-2.nats:4222',
  NATS_EDGE_URL: 'nats://edge:n1@nats-0.nats:4222,nats://nats-1.nats:4222,nats://nats-2.nats:4222',
  CLUSTER_KEY: Buffer.alloc(32, 8).toString('base64url'),
  DATABASE_URL: 'postgres://dunlin:0f@primary.example/dunlin',
  DATABASE_READ_URL: 'postgres://dunlin:0f@standby.example/dunlin',
  DATABASE_OWNER_URL: 'postgres://owner:0f@primary.example/dunlin',
  WALLET_SEED: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64url'),
};

/** What a container finds in its environment. @throws Error when a secret or a key of it is nowhere */
function environmentOf({ env = [], envFrom = [] }: Container): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { configMapRef, secretRef } of envFrom) {
    if (configMapRef !== undefined) Object.assign(found, manifest('ConfigMap', configMapRef.name).data);
    for (const key of Object.keys(secretRef === undefined ? {} : secretData(secretRef.name)))
      found[key] = example[key] ?? '';
  }
  for (const { name, value, valueFrom } of env) {
    const { secretKeyRef } = valueFrom ?? {};
    if (secretKeyRef !== undefined && !(secretKeyRef.key in secretData(secretKeyRef.name)))
      throw new Error(`no ${secretKeyRef.key} in ${secretKeyRef.name}`);
    found[name] = value ?? example[secretKeyRef?.key ?? ''] ?? '';
  }
  return found;
}

const secretData = (name: string) => manifest('Secret', name).stringData ?? {};

it('are all applied, but for the examples of secrets, which hold no value', () => {
  expect(new Set(kustomization.resources)).toEqual(
    new Set(manifestFiles.filter((file) => file !== 'secrets.example.yaml')),
  );
  const secrets = manifests.filter(({ kind }) => kind === 'Secret');
  expect(secrets.length).toBeGreaterThan(1);
  expect(secrets.flatMap(({ stringData = {} }) => Object.values(stringData)).filter((value) => value !== '')).toEqual(
    [],
  );
});

it('run this version of the exchange, and no image whose tag moves', () => {
  const [image] = kustomization.images;
  expect(image?.newTag).toBe(versions().exchange);
  for (const { spec } of pods)
    expect(only(spec.containers).image).toMatch(new RegExp(`^${image?.name}$|${pinned.source}`));
});

it.each(pods)('$name runs without rights on a read-only file system', ({ spec }) => {
  expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  expect(spec.securityContext.runAsUser).toBeGreaterThan(0);
  expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
  expect(spec.topologySpreadConstraints.length).toBeGreaterThan(0);
  const { securityContext, resources } = only(spec.containers);
  expect(securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(Object.keys(resources.requests)).toEqual(['cpu', 'memory']);
  expect(resources.limits).toHaveProperty('memory');
});

describe.each(exchanges)('$name', ({ name, spec }) => {
  const container = only(spec.containers);
  const environment = environmentOf(container);
  const config = readConfig(environment);

  it('is given settings that exist', () => {
    expect(Object.keys(environment).filter((variable) => !settingNames.has(variable))).toEqual([]);
    expect(config.role).toBe(name);
    expect(config.natsUrl).toBe(example[`NATS_${name.toUpperCase()}_URL`]);
    expect(config.clusterKeys).toHaveLength(1);
    // Whoever runs an edge reads no secret of the engines.
    if (name === 'edge') expect(config).toMatchObject({ databaseUrl: null, walletSeed: null, secretsKey: null });
  });

  it('is asked at the port it listens on', () => {
    expect(container.ports).toEqual([{ name: 'http', containerPort: config.port }]);
    const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
    expect(probes.map(({ httpGet }) => httpGet.port)).toEqual(['http', 'http', 'http']);
  });

  it('is killed only when it does not answer', async () => {
    const { well, unwell } = await healthStatuses(container.livenessProbe.httpGet.path);
    expect([well, unwell]).toEqual([200, 200]);
  });

  it('counts as available without an engine that is ready, or as one that waits', async () => {
    const statuses = await healthStatuses(container.readinessProbe.httpGet.path);
    expect(statuses).toEqual({ well: 200, unwell: 200, ending: name === 'edge' ? 404 : 200 });
  });

  it('has more time to end than it takes', () => {
    expect(config.drainSeconds).toBeLessThan(partEndsWithinSeconds);
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(config.drainSeconds + partEndsWithinSeconds);
  });
});

it('replace an edge only by one that reached an engine', async () => {
  const edge = exchanges.find(({ name }) => name === 'edge');
  const { startupProbe } = only(edge?.spec.containers ?? []);
  expect((await healthStatuses(startupProbe.httpGet.path)).unwell).toBe(503);
});

it('select pods that there are', () => {
  const labelled = pods.map(({ labels }) => labels['app.kubernetes.io/component']);
  expect(new Set(labelled)).toEqual(new Set(['edge', 'engine', 'nats']));
  const selected = [...JSON.stringify(manifests).matchAll(/"app\.kubernetes\.io\/component":"(\w+)"/g)];
  expect(selected.length).toBeGreaterThan(10);
  expect(selected.map(([, name = '']) => name).filter((name) => !labelled.includes(name))).toEqual([]);
});

it('name every server of NATS that there is', () => {
  const { replicas = 0 } = manifest('StatefulSet', 'nats').spec ?? {};
  const names = Array.from({ length: replicas }, (_, nth) => `nats-${nth}.nats`);
  const { 'nats.conf': text = '' } = manifest('ConfigMap', 'nats').data ?? {};
  expect([...text.matchAll(/nats:\/\/([\w.-]+):6222/g)].map(([, host]) => host)).toEqual(names);
  expect([...(example['NATS_EDGE_URL'] ?? '').matchAll(/([\w.-]+):4222/g)].map(([, host]) => host)).toEqual(names);
});
