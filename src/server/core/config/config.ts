import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import * as v from 'valibot';
import { parseTrustedProxies, type TrustedProxies } from './client-address.ts';
import { fileStoreText, parseFileStore, type FileStoreSetting, type S3Access } from './file-store-setting.ts';
import { assets } from '../assets.ts';
import type { PushKeys } from './push-keys.ts';

/** One environment variable: its name, default and meaning, as the README shows them. */
export interface Setting {
  readonly name: string;
  /** What holds when the variable is not set; empty where nothing does. */
  readonly default: string;
  readonly meaning: string;
}

/** Every environment variable that the exchange reads (design section 6). */
export const settings = [
  { name: 'PORT', default: '8080', meaning: 'Port of the app and the exchange; 0 takes a free one.' },
  { name: 'HOST', default: '127.0.0.1', meaning: 'Address to listen on; `0.0.0.0` for every network.' },
  {
    name: 'DATA_DIR',
    default: '.data',
    meaning: 'Where the embedded PostgreSQL keeps its data, and practice mode its wallet seed.',
  },
  { name: 'DATABASE_URL', default: '', meaning: 'A PostgreSQL of your own instead of the embedded one.' },
  {
    name: 'FILE_STORE',
    default: 'postgres',
    meaning:
      'Where images of people are kept: `postgres`, a directory as in `/var/lib/dunlin/files`, or a bucket as in `s3://images/dunlin`. Those kept before stay where they are, and readable, until `npm run operator -- move-files` moves them.',
  },
  {
    name: 'S3_ENDPOINT',
    default: '',
    meaning:
      'Address of the S3-compatible store, as in `https://minio.example:9000`; buckets are named in the path. Empty: that of AWS in `S3_REGION`.',
  },
  { name: 'S3_REGION', default: 'us-east-1', meaning: 'Its region.' },
  {
    name: 'S3_ACCESS_KEY_ID',
    default: '',
    meaning: 'Name of the key to its buckets, which may read, write and remove.',
  },
  { name: 'S3_SECRET_ACCESS_KEY', default: '', meaning: 'Its secret half.' },
  {
    name: 'MODE',
    default: 'practice',
    meaning:
      '`practice` gives new accounts practice coins, `live` does not. Data is only ever opened in the mode that it was first opened in; `npm run operator -- preflight` tells what live wants.',
  },
  {
    name: 'PRICE_SOURCE',
    default: 'simulated',
    meaning: '`simulated`, or exchanges to follow, as in `htx,binance,okx`.',
  },
  {
    name: 'MAKERS',
    default: 'auto',
    meaning: 'House traders in practice mode: `auto` beside simulated prices only, `on` beside real ones too, `off`.',
  },
  {
    name: 'GOLD_HOURS',
    default: 'market',
    meaning: 'When gold trades: `market` from Sunday 22:00 to Friday 21:00 UTC with a break at 21:00, or `always`.',
  },
  {
    name: 'SEED',
    default: '1',
    meaning:
      'Seed of the simulated past before the first start, and of volumes: a whole number; later prices are drawn. Live mode wants one of at least 10 digits that nobody knows.',
  },
  { name: 'API_BASE', default: '/api/', meaning: 'Base of the calls.' },
  { name: 'STREAM_BASE', default: '/stream', meaning: 'Path of the stream.' },
  { name: 'FILE_BASE', default: '/files/', meaning: 'Base of files.' },
  { name: 'PC_URL', default: '', meaning: 'Where desktop browsers are sent; empty keeps them here.' },
  {
    name: 'PUBLIC_ORIGIN',
    default: '',
    meaning:
      'Where people open the app, as in `https://dunlin.example`; passkeys belong to it. Empty: wherever they open it; live mode wants it set.',
  },
  { name: 'ANDROID_URL', default: '', meaning: 'Where the app for Android is downloaded; empty offers none.' },
  { name: 'IOS_URL', default: '', meaning: 'Where the app for iOS is downloaded; empty offers none.' },
  {
    name: 'WEB_VIEW_HOSTS',
    default: '',
    meaning:
      'Hosts whose pages may be shown inside the app, between commas: `docs.example.com`, or `*.example.com` for those below it. Empty: every address is opened outside.',
  },
  {
    name: 'MAP_TILES',
    default: '',
    meaning:
      'Tile server of the map, as in `https://tile.example.com/{z}/{x}/{y}.png`. Empty: the outlines that the app brings along.',
  },
  { name: 'MAP_ATTRIBUTION', default: '', meaning: 'Whom the map names as the source of its tiles; needed with them.' },
  {
    name: 'SMTP_URL',
    default: '',
    meaning:
      'Mail server for codes, as in `smtps://user:password@host`; empty uses the outbox. Practice mode then also shows codes on the screen of whoever opens the app on this machine itself, not through a proxy.',
  },
  { name: 'SMTP_FROM', default: 'Dunlin <no-reply@localhost>', meaning: 'Sender of letters.' },
  {
    name: 'SMS_WEBHOOK',
    default: '',
    meaning: 'Address that gets `{ to, text }` for every message; empty uses the outbox.',
  },
  {
    name: 'VAPID_PUBLIC_KEY',
    default: '',
    meaning:
      'Key that phones subscribe to messages with, as `npx web-push generate-vapid-keys` makes it; empty sends none.',
  },
  { name: 'VAPID_PRIVATE_KEY', default: '', meaning: 'Its secret half.' },
  {
    name: 'VAPID_SUBJECT',
    default: '',
    meaning: 'How push services reach the operator, as in `mailto:ops@dunlin.example`; needed beside the keys.',
  },
  {
    name: 'PUSH_SERVICES',
    default: 'fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com',
    meaning: 'Hosts of push services that messages may go to; `*.` stands for all below one.',
  },
  {
    name: 'WALLET_SEED',
    default: '',
    meaning:
      'Mnemonic (BIP-39, English) that every deposit address and the paying account come from. Empty: practice mode makes one and keeps it in `DATA_DIR`, live mode does not start.',
  },
  {
    name: 'SECRETS_KEY',
    default: '',
    meaning:
      'Key that secrets of authenticators are kept by: 32 bytes in base64url, as `openssl rand -base64 32 | tr +/ -_` makes them. Empty: practice mode makes one and keeps it in `DATA_DIR`, live mode offers no authenticator.',
  },
  {
    name: 'EVM_RPC_URL',
    default: '',
    meaning:
      'JSON-RPC node of an EVM chain to follow for deposits and to pay out on; empty for none. Practice mode pays and approves by itself only on test networks, told by the chain id.',
  },
  { name: 'EVM_NAME', default: 'Ethereum (ERC-20)', meaning: 'Name of that chain, as people see it.' },
  {
    name: 'EVM_TOKENS',
    default: '',
    meaning:
      'Its tokens between commas: coin, contract and places, as in `USDT:0xdAC17F958D2ee523a2206206994597C13D831ec7:6`.',
  },
  { name: 'EVM_BLOCK_MS', default: '12000', meaning: 'Usual time between its blocks in milliseconds.' },
  {
    name: 'EVM_MAX_FEE_GWEI',
    default: '300',
    meaning:
      'The most that a payout offers for a unit of gas, in gwei: one that is not mined is replaced for a higher fee up to this.',
  },
  {
    name: 'ADDRESS_WAIT',
    default: 'auto',
    meaning:
      'Whether a new withdrawal address waits 24 hours before money may go there, unless its owner switched that off: `on`, `off`, or `auto`, which is on in live mode.',
  },
  { name: 'INVITATION_REQUIRED', default: 'false', meaning: '`true`: nobody registers without an invitation code.' },
  {
    name: 'AREAS_OFF',
    default: '',
    meaning: 'Areas of the product that are switched off, as in `market,wallet`; their calls answer 2015.',
  },
  {
    name: 'TRUST_PROXY',
    default: '0',
    meaning:
      'Whose `X-Forwarded-For` is believed: the number of proxies in front, where nobody else reaches this port, or their addresses and networks between commas, as in `10.0.0.0/8,fd00::/8`.',
  },
  {
    name: 'CALLS_PER_MINUTE',
    default: '6000',
    meaning:
      'Calls one address may make within a minute, a person a fifth of it; what calls and the stream cost is bounded in proportion. 0 for no limit.',
  },
  {
    name: 'ADDRESS_LIMIT_FACTOR',
    default: '1',
    meaning:
      'Multiplies the log-ins, codes and practice accounts one address may try, and its connections to the stream, where many share one.',
  },
  { name: 'LOG_LEVEL', default: 'info', meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.' },
] as const satisfies readonly Setting[];

type SettingName = (typeof settings)[number]['name'];

/** Exchanges whose prices can be followed. */
const priceExchanges = /^[a-z0-9]+(,[a-z0-9]+)*$/;

const nullIfEmpty = (text: string) => (text === '' ? null : text);
const optionalText = v.pipe(v.string(), v.transform(nullIfEmpty));
const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'a whole number'), v.transform(Number));

/** A token of an EVM chain. */
export interface EvmToken {
  readonly asset: string;
  readonly contract: string;
  readonly decimals: number;
}

const evmTokens = /^(?:[A-Z0-9]{2,10}:0x[0-9a-f]{40}:[0-9]{1,2}(?:,(?!$)|$))*$/i;

function evmTokenOf(text: string): EvmToken {
  const [asset = '', contract = '', decimals = ''] = text.split(':');
  return { asset, contract, decimals: Number(decimals) };
}

const hostName = String.raw`(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}`;
const hostNames = new RegExp(`^(?:${hostName}(?:,${hostName})*)?$`);

/** The placeholders stand in the path: what the policy of the page allows is one host. */
const tileTemplate = /^https:\/\/[^/{}?#@]+\/(?=[^#]*\{z\})(?=[^#]*\{x\})(?=[^#]*\{y\})(?:[^{}#]|\{[zxy]\})+$/;

/** Areas an operator can switch off; without accounts there is nothing left to switch. */
const switchableAreas = ['content', 'market', 'wallet', 'contract', 'gold', 'option', 'support', 'chat'] as const;

/** An area, or a part of one: gold is a part of the contracts. */
export type SwitchableArea = (typeof switchableAreas)[number];

const flag = v.pipe(
  v.picklist(['true', 'false'], 'true or false'),
  v.transform((text) => text === 'true'),
);

const addressOf = (schemes: RegExp, wording: string) =>
  v.pipe(
    v.string(),
    v.check((text) => text === '' || (URL.canParse(text) && schemes.test(text)), wording),
    v.transform((text) => (text === '' ? null : text)),
  );

/** More would make a header of the page that proxies refuse. */
const webViewHostsMax = 50;

const variables = v.object({
  PORT: v.pipe(wholeNumber, v.maxValue(65_535, 'at most 65535')),
  HOST: v.pipe(v.string(), v.nonEmpty('an address to listen on')),
  DATA_DIR: v.pipe(v.string(), v.nonEmpty('a directory')),
  DATABASE_URL: addressOf(/^postgres(ql)?:\/\//, 'an address that begins with postgres://'),
  FILE_STORE: v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const store = parseFileStore(dataset.value);
      if (store !== null) return store;
      addIssue({ message: fileStoreText });
      return NEVER;
    }),
  ),
  S3_ENDPOINT: v.pipe(
    addressOf(/^https?:\/\//, 'an address that begins with https:// or http://'),
    v.check((text) => text === null || new URL(text).origin === text, 'an address without a path'),
  ),
  S3_REGION: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'a region, as in eu-central-1')),
  S3_ACCESS_KEY_ID: v.pipe(v.string(), v.regex(/^[\w+=/.-]{0,128}$/, 'the name of a key'), v.transform(nullIfEmpty)),
  S3_SECRET_ACCESS_KEY: optionalText,
  MODE: v.picklist(['practice', 'live'], 'practice or live'),
  PRICE_SOURCE: v.pipe(v.string(), v.regex(priceExchanges, 'simulated, or names of exchanges between commas')),
  MAKERS: v.picklist(['auto', 'on', 'off'], 'auto, on or off'),
  GOLD_HOURS: v.picklist(['market', 'always'], 'market or always'),
  SEED: wholeNumber,
  API_BASE: v.pipe(v.string(), v.regex(/^\/([\w-]+\/)*$/, 'a path that begins and ends with a slash')),
  STREAM_BASE: v.pipe(v.string(), v.regex(/^(\/[\w-]+)+$/, 'a path that begins with a slash and ends without one')),
  FILE_BASE: v.pipe(v.string(), v.regex(/^\/([\w-]+\/)*$/, 'a path that begins and ends with a slash')),
  PC_URL: addressOf(/^https:\/\//, 'an address that begins with https://'),
  PUBLIC_ORIGIN: v.pipe(
    addressOf(/^https?:\/\//, 'an address that begins with https://'),
    v.check((text) => text === null || new URL(text).origin === text, 'an address without a path'),
  ),
  ANDROID_URL: addressOf(/^https:\/\//, 'an address that begins with https://'),
  IOS_URL: addressOf(/^https:\/\//, 'an address that begins with https://'),
  WEB_VIEW_HOSTS: v.pipe(
    v.string(),
    v.regex(hostNames, 'names of hosts in lower case between commas'),
    v.transform((text) => (text === '' ? [] : text.split(','))),
    v.maxLength(webViewHostsMax, `at most ${webViewHostsMax} hosts`),
  ),
  MAP_TILES: v.pipe(
    v.string(),
    v.check(
      (text) => text === '' || (tileTemplate.test(text) && URL.canParse(text.replaceAll(/[{}]/g, ''))),
      'an address that begins with https:// and has {z}, {x} and {y} in its path',
    ),
    v.transform((text) => (text === '' ? null : text)),
  ),
  MAP_ATTRIBUTION: optionalText,
  SMTP_URL: addressOf(/^smtps?:\/\//, 'an address that begins with smtp:// or smtps://'),
  SMTP_FROM: optionalText,
  SMS_WEBHOOK: addressOf(/^https?:\/\//, 'an address that begins with https://'),
  VAPID_PUBLIC_KEY: v.pipe(
    v.string(),
    v.regex(/^(?:[\w-]{87})?$/, '87 characters of base64url'),
    v.transform(nullIfEmpty),
  ),
  VAPID_PRIVATE_KEY: v.pipe(
    v.string(),
    v.regex(/^(?:[\w-]{43})?$/, '43 characters of base64url'),
    v.transform(nullIfEmpty),
  ),
  VAPID_SUBJECT: addressOf(/^(?:mailto|https):/, 'an address that begins with mailto: or https:'),
  PUSH_SERVICES: v.pipe(
    v.string(),
    v.regex(hostNames, 'names of hosts in lower case between commas'),
    v.transform((text) => (text === '' ? [] : text.split(','))),
  ),
  WALLET_SEED: v.pipe(
    v.string(),
    v.check((text) => text === '' || validateMnemonic(text, wordlist), 'a mnemonic of BIP-39 in English'),
    v.transform((text) => (text === '' ? null : text)),
  ),
  SECRETS_KEY: v.pipe(
    v.string(),
    v.regex(/^(?:[\w-]{43}=?)?$/, '32 bytes in base64url'),
    v.transform((text) => (text === '' ? null : Buffer.from(text, 'base64url'))),
  ),
  EVM_RPC_URL: addressOf(/^https?:\/\//, 'an address that begins with https:// or http://'),
  EVM_NAME: v.pipe(v.string(), v.nonEmpty('a name')),
  EVM_TOKENS: v.pipe(
    v.string(),
    v.regex(evmTokens, 'coins as in USDT:0x…:6 between commas'),
    v.transform((text) => (text === '' ? [] : text.split(',').map(evmTokenOf))),
    v.check(
      (tokens) => new Set(tokens.map(({ asset }) => asset)).size === tokens.length,
      'coins of which each stands there once',
    ),
    v.check((tokens) => tokens.every(({ asset }) => asset !== 'ETH' && assets.has(asset)), 'coins of the exchange'),
  ),
  EVM_BLOCK_MS: v.pipe(wholeNumber, v.minValue(100, 'at least 100'), v.maxValue(3_600_000, 'at most 3600000')),
  EVM_MAX_FEE_GWEI: v.pipe(
    wholeNumber,
    v.minValue(1, 'at least 1'),
    v.maxValue(1_000_000, 'at most 1000000'),
    v.transform((gwei) => BigInt(gwei)),
  ),
  ADDRESS_WAIT: v.picklist(['auto', 'on', 'off'], 'auto, on or off'),
  INVITATION_REQUIRED: flag,
  AREAS_OFF: v.pipe(
    v.string(),
    v.transform((text) => (text === '' ? [] : text.split(','))),
    v.array(v.picklist(switchableAreas, `areas out of ${switchableAreas.join(', ')} between commas`)),
  ),
  TRUST_PROXY: v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const trusted = parseTrustedProxies(dataset.value);
      if (trusted !== null) return trusted;
      addIssue({
        message:
          'the number of proxies in front, as in 1, or their networks between commas, as in 10.0.0.0/8,fd00::/8; true, which believed everybody, is no longer taken',
      });
      return NEVER;
    }),
  ),
  CALLS_PER_MINUTE: wholeNumber,
  ADDRESS_LIMIT_FACTOR: v.pipe(wholeNumber, v.minValue(1, 'at least 1'), v.maxValue(1_000_000, 'at most 1000000')),
  LOG_LEVEL: v.picklist(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'fatal, error, warn, info, debug, trace or silent',
  ),
} satisfies Readonly<Record<SettingName, v.GenericSchema>>);

const schema = v.pipe(
  variables,
  v.forward(
    v.check(
      (values) => values.MAP_TILES === null || values.MAP_ATTRIBUTION !== null,
      'set where MAP_TILES is: who makes a map is named on it',
    ),
    ['MAP_ATTRIBUTION'],
  ),
  v.forward(
    v.check((values) => {
      const parts = [values.VAPID_PUBLIC_KEY, values.VAPID_PRIVATE_KEY, values.VAPID_SUBJECT];
      return new Set(parts.map((part) => part === null)).size === 1;
    }, 'set together with VAPID_PRIVATE_KEY and VAPID_SUBJECT'),
    ['VAPID_PUBLIC_KEY'],
  ),
  v.forward(
    v.check(
      (values) => (values.S3_ACCESS_KEY_ID === null) === (values.S3_SECRET_ACCESS_KEY === null),
      'set together with S3_SECRET_ACCESS_KEY',
    ),
    ['S3_ACCESS_KEY_ID'],
  ),
  v.forward(
    v.check(
      (values) => values.FILE_STORE.kind !== 's3' || values.S3_ACCESS_KEY_ID !== null,
      'set where FILE_STORE is a bucket',
    ),
    ['S3_ACCESS_KEY_ID'],
  ),
);

/** How this exchange runs. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDirectory: string;
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  readonly fileStore: FileStoreSetting;
  /** Null: no bucket can be reached. Its secret is never logged. */
  readonly s3: S3Access | null;
  readonly mode: 'practice' | 'live';
  /** `simulated`, or the exchanges to follow. */
  readonly priceSource: 'simulated' | readonly string[];
  readonly makers: 'auto' | 'on' | 'off';
  readonly goldHours: 'market' | 'always';
  readonly seed: number;
  readonly apiBase: string;
  readonly streamBase: string;
  readonly fileBase: string;
  readonly pcUrl: string | null;
  /** Null: wherever a request came to. */
  readonly publicOrigin: string | null;
  readonly androidUrl: string | null;
  readonly iosUrl: string | null;
  /** Names, or `*.name` for every host below it. */
  readonly webViewHosts: readonly string[];
  /** Null: the map shows its own outlines. */
  readonly mapTiles: { readonly template: string; readonly attribution: string } | null;
  readonly smtpUrl: string | null;
  readonly smtpFrom: string;
  readonly smsWebhook: string | null;
  /** Null: no messages to devices. */
  readonly pushKeys: PushKeys | null;
  /** Hosts that messages may go to, `*.` for all below one. */
  readonly pushServices: readonly string[];
  /** The words of the wallet seed; null when they are not configured. Never logged. */
  readonly walletSeed: string | null;
  /** What keeps secrets of users; null when it is not configured. Never logged. */
  readonly secretsKey: Uint8Array | null;
  /** Null: no EVM chain is followed. */
  readonly evmRpcUrl: string | null;
  readonly evmName: string;
  readonly evmTokens: readonly EvmToken[];
  readonly evmBlockMs: number;
  /** The most that a payout offers for a unit of gas. */
  readonly evmMaxFeeGwei: bigint;
  /** Whether new withdrawal addresses wait unless their owner switched that off. */
  readonly addressWait: boolean;
  readonly invitationRequired: boolean;
  readonly areasOff: readonly SwitchableArea[];
  readonly trustedProxies: TrustedProxies;
  /** Per address; 0 for no limit. */
  readonly callsPerMinute: number;
  readonly addressLimitFactor: number;
  readonly logLevel: string;
}

/** The environment says something that cannot be; the message names every variable concerned. */
export class ConfigError extends Error {}

/**
 * Reads and checks the configuration. Values never stand in the message: an address can hold a password.
 *
 * @throws ConfigError
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    settings.map((setting) => [setting.name, environment[setting.name]?.trim() || setting.default]),
  );
  const checked = v.safeParse(schema, given);
  if (!checked.success) {
    const lines = checked.issues.map((issue) => `  ${v.getDotPath(issue) ?? '?'} must be ${issue.message}`);
    throw new ConfigError(`The configuration cannot be used:\n${lines.join('\n')}`);
  }
  const values = checked.output;
  return {
    port: values.PORT,
    host: values.HOST,
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    fileStore: values.FILE_STORE,
    s3: s3AccessOf(values.S3_ENDPOINT, values.S3_REGION, values.S3_ACCESS_KEY_ID, values.S3_SECRET_ACCESS_KEY),
    mode: values.MODE,
    priceSource: values.PRICE_SOURCE === 'simulated' ? 'simulated' : values.PRICE_SOURCE.split(','),
    makers: values.MAKERS,
    goldHours: values.GOLD_HOURS,
    seed: values.SEED,
    apiBase: values.API_BASE,
    streamBase: values.STREAM_BASE,
    fileBase: values.FILE_BASE,
    pcUrl: values.PC_URL,
    publicOrigin: values.PUBLIC_ORIGIN,
    androidUrl: values.ANDROID_URL,
    iosUrl: values.IOS_URL,
    webViewHosts: values.WEB_VIEW_HOSTS,
    mapTiles:
      values.MAP_TILES === null ? null : { template: values.MAP_TILES, attribution: values.MAP_ATTRIBUTION ?? '' },
    smtpUrl: values.SMTP_URL,
    smtpFrom: values.SMTP_FROM ?? '',
    smsWebhook: values.SMS_WEBHOOK,
    pushKeys: pushKeysOf(values.VAPID_PUBLIC_KEY, values.VAPID_PRIVATE_KEY, values.VAPID_SUBJECT),
    pushServices: values.PUSH_SERVICES,
    walletSeed: values.WALLET_SEED,
    secretsKey: values.SECRETS_KEY,
    evmRpcUrl: values.EVM_RPC_URL,
    evmName: values.EVM_NAME,
    evmTokens: values.EVM_TOKENS,
    evmBlockMs: values.EVM_BLOCK_MS,
    evmMaxFeeGwei: values.EVM_MAX_FEE_GWEI,
    addressWait: values.ADDRESS_WAIT === 'auto' ? values.MODE === 'live' : values.ADDRESS_WAIT === 'on',
    invitationRequired: values.INVITATION_REQUIRED,
    areasOff: values.AREAS_OFF,
    trustedProxies: values.TRUST_PROXY,
    callsPerMinute: values.CALLS_PER_MINUTE,
    addressLimitFactor: values.ADDRESS_LIMIT_FACTOR,
    logLevel: values.LOG_LEVEL,
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
