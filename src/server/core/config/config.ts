import * as v from 'valibot';
import type { S3Access } from './file-store-setting.ts';
import type { PushKeys } from './push-keys.ts';
import type { TracingSettings } from '../tracing/tracer.ts';
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
  | 'p2pHoldMode'
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
  readonly p2pHold: boolean;
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
    const { text, variable } = textOf(environment, setting);
    const checked = v.safeParse(setting.check, text);
    if (checked.success) values[name] = checked.output;
    else faults.push(...checked.issues.map(({ message }) => `${variable} must be ${message}`));
  }
  if (faults.length === 0) faults.push(...brokenRules(values as SettingValues));
  if (faults.length > 0) throw new ConfigError(['The configuration cannot be used:', ...faults].join('\n  '));
  return configOf(values as SettingValues);
}

/** The text of a setting, and the name under which it was found: it may have the name of the version before. */
function textOf(
  environment: Readonly<Record<string, string | undefined>>,
  { variable, formerly, default: fallback }: Setting,
): { readonly text: string; readonly variable: string } {
  const named = environment[variable]?.trim() ?? '';
  const before = formerly === undefined ? '' : (environment[formerly]?.trim() ?? '');
  if (named === '' && before !== '') return { text: before, variable: formerly ?? variable };
  return { text: named || fallback, variable };
}

/** Settings that are set under a name that the next version does not read any more, with their names now. */
export function formerNames(
  environment: Readonly<Record<string, string | undefined>>,
): readonly { readonly formerly: string; readonly variable: string }[] {
  return Object.values<Setting>(settings).flatMap(({ formerly, variable }) =>
    formerly !== undefined && (environment[formerly]?.trim() ?? '') !== '' ? [{ formerly, variable }] : [],
  );
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
  const { mapTemplate, mapAttribution, addressWaitMode, p2pHoldMode, ...own } = withoutTracing;
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
    p2pHold: p2pHoldMode === 'auto' ? own.mode === 'live' : p2pHoldMode === 'on',
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
