import * as v from 'valibot';
import type { S3Access } from './file-store-setting.ts';
import type { PushKeys } from './push-keys.ts';
import type { TracingSettings } from '../tracing/open-tracing.ts';
import type { Setting } from './settings/setting.ts';
import { settings, settingsRules, type SettingValues } from './settings/settings.ts';

/** Settings that only make sense together, and are one value of the configuration. */
type Grouped =
  | 's3Endpoint'
  | 's3Region'
  | 's3AccessKeyId'
  | 's3SecretAccessKey'
  | 'mapTemplate'
  | 'mapAttribution'
  | 'vapidPublicKey'
  | 'vapidPrivateKey'
  | 'vapidSubject'
  | 'addressWaitMode'
  | 'fiatHoldMode'
  | 'tracesEndpoint'
  | 'tracesHeaders'
  | 'tracesService'
  | 'tracesShare';

/** The configuration of this exchange. */
export interface Config extends Omit<SettingValues, Grouped> {
  /** Null: no bucket is configured. Its secret is never logged. */
  readonly s3: S3Access | null;
  /** Null: the map shows the outlines built into the app. */
  readonly mapTiles: { readonly template: string; readonly attribution: string } | null;
  /** Null: no push messages. */
  readonly pushKeys: PushKeys | null;
  /** Whether new withdrawal addresses wait unless their owner opted out. */
  readonly addressWait: boolean;
  /** Whether coins bought from other users are held from withdrawal for a day. */
  readonly fiatHold: boolean;
  /** Where traces go; its headers are never logged. */
  readonly tracing: TracingSettings;
}

/** A setting has an invalid value; the message names every variable concerned. */
export class ConfigError extends Error {}

/**
 * Reads and checks the configuration. Values never appear in the message: a URL can hold a password.
 *
 * @throws ConfigError
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    const checked = v.safeParse(setting.check, environment[setting.variable]?.trim() || setting.default);
    if (checked.success) values[name] = checked.output;
    else faults.push(...checked.issues.map(({ message }) => `${setting.variable} must be ${message}`));
  }
  if (faults.length === 0) faults.push(...brokenRules(values as SettingValues));
  if (faults.length > 0) throw new ConfigError(['The configuration cannot be used:', ...faults].join('\n  '));
  return configOf(values as SettingValues);
}

function brokenRules(values: SettingValues): string[] {
  return settingsRules
    .filter(({ holds }) => !holds(values))
    .map(({ variable, message }) => `${variable} must be ${message}`);
}

function configOf(values: SettingValues): Config {
  const { s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey, ...withoutS3 } = values;
  const { vapidPublicKey, vapidPrivateKey, vapidSubject, ...withoutKeys } = withoutS3;
  const { tracesEndpoint, tracesHeaders, tracesService, tracesShare, ...withoutTracing } = withoutKeys;
  const { mapTemplate, mapAttribution, addressWaitMode, fiatHoldMode, ...own } = withoutTracing;
  return {
    ...own,
    tracing: {
      endpoint: tracesEndpoint,
      headers: tracesHeaders,
      serviceName: tracesService,
      sampledShare: tracesShare,
    },
    s3: s3AccessOf(s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey),
    mapTiles: mapTemplate === null ? null : { template: mapTemplate, attribution: mapAttribution ?? '' },
    pushKeys: pushKeysOf(vapidPublicKey, vapidPrivateKey, vapidSubject),
    fiatHold: fiatHoldMode === 'auto' ? own.mode === 'live' : fiatHoldMode === 'on',
    addressWait: addressWaitMode === 'auto' ? own.mode === 'live' : addressWaitMode === 'on',
  };
}

function pushKeysOf(publicKey: string | null, privateKey: string | null, subject: string | null): PushKeys | null {
  return publicKey === null || privateKey === null || subject === null ? null : { publicKey, privateKey, subject };
}

function s3AccessOf(
  endpoint: string | null,
  region: string,
  accessKeyId: string | null,
  secretAccessKey: string | null,
): S3Access | null {
  if (accessKeyId === null || secretAccessKey === null) return null;
  return { endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`, region, accessKeyId, secretAccessKey };
}
