import * as v from 'valibot';
import { fileStoreText, parseFileStore } from '../file-store-setting.ts';
import { isSafeNats } from '../safe-nats.ts';
import {
  nullIfEmpty,
  optionalMatch,
  optionalOrigin,
  optionalText,
  optionalUrl,
  parsedBy,
  requiredText,
  wholeNumber,
  wholeNumberWithin,
} from './checks.ts';
import type { SettingsRule, SettingsTable, ValuesOf } from './setting.ts';

/** The URL of a PostgreSQL, or none. */
const postgresUrl = optionalUrl(/^postgres(ql)?:\/\//, 'a URL that begins with postgres://');

/** Servers of one NATS cluster, or none. */
const natsServers = v.pipe(
  v.string(),
  v.check(
    (text) => text === '' || text.split(',').every((part) => /^(?:nats|tls):\/\//.test(part.trim()) && isBareUrl(part)),
    'URLs that begin with nats:// or tls://, separated by commas',
  ),
  v.transform(nullIfEmpty),
);

/** Keys that messages are signed with: none, or one, or two while the key is changed. */
const clusterKeys = v.pipe(
  v.string(),
  v.regex(/^(?:[\w-]{43}=?(?:\s*,\s*[\w-]{43}=?)?)?$/, '32 bytes in base64url, or two of these separated by a comma'),
  v.transform((text): readonly Uint8Array[] =>
    text === '' ? [] : text.split(',').map((key) => Buffer.from(key.trim(), 'base64url')),
  ),
);

/** Whether a text is a URL without a path. */
function isBareUrl(text: string): boolean {
  if (!URL.canParse(text.trim())) return false;
  const { host, pathname, search, hash } = new URL(text.trim());
  return host !== '' && ['', '/'].includes(pathname) && search === '' && hash === '';
}

/** Where the exchange listens, and where its data and files are stored. */
export const serverSettings = {
  port: {
    variable: 'PORT',
    default: '8080',
    meaning: 'Port of the app and the API; 0 picks a free one.',
    check: v.pipe(wholeNumber, v.maxValue(65_535, 'at most 65535')),
  },
  host: {
    variable: 'HOST',
    default: '127.0.0.1',
    meaning: 'Address to listen on; `0.0.0.0` for every network.',
    check: requiredText('an address to listen on'),
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    default: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    check: v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent',
    ),
  },
  role: {
    variable: 'ROLE',
    default: 'all',
    meaning:
      '`all`: the whole exchange in one process. `edge`: HTTP, the app and the stream alone, as many as wanted, which ask the engine over `NATS_URL`. `engine`: everything else, on `DATABASE_URL`; further engines run spot pairs and contracts for the active one, and wait until it is gone.',
    check: v.picklist(['all', 'edge', 'engine'], 'all, edge or engine'),
  },
  natsUrl: {
    variable: 'NATS_URL',
    default: '',
    meaning:
      'NATS between edges and engines, as in `nats://user:password@10.0.0.5:4222` (`tls://` encrypts); several servers of one cluster are separated by commas, with the credentials of the first.',
    check: natsServers,
  },
  natsInsecure: {
    variable: 'NATS_INSECURE',
    default: '0',
    meaning:
      '`1` lets live mode use a `NATS_URL` without credentials or without `tls://`, for a network that nobody else reaches.',
    check: v.pipe(
      v.picklist(['0', '1'], '0 or 1'),
      v.transform((text) => text === '1'),
    ),
  },
  /** Never logged. */
  clusterKeys: {
    variable: 'CLUSTER_KEY',
    default: '',
    meaning:
      'Signs what edges and engines say to each other: 32 bytes in base64url, as `openssl rand -base64 32 | tr +/ -_` makes them, the same for all of them. Of two, separated by a comma, the first signs and both are accepted, so that it can be changed one process after the other.',
    check: clusterKeys,
  },
  drainSeconds: {
    variable: 'DRAIN_SECONDS',
    default: '2',
    meaning:
      'How long an edge (`ROLE=edge`) that ends still serves, while `/servez` has balancers send it nothing more; at most 25.',
    // Whatever ends in order is cut off after 30 seconds (`core/jobs/closers.ts`).
    check: wholeNumberWithin(0, 25),
  },
  mode: {
    variable: 'MODE',
    default: 'practice',
    meaning:
      '`practice` credits new accounts with practice coins, `live` does not. Data only ever opens in the mode it was created in; `npm run operator -- preflight` lists what live mode requires.',
    check: v.picklist(['practice', 'live'], 'practice or live'),
  },
  dataDirectory: {
    variable: 'DATA_DIR',
    default: '.data',
    meaning: 'Data directory of the embedded PostgreSQL; practice mode also stores its wallet seed there.',
    check: requiredText('a directory'),
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    default: '',
    meaning: 'Your own PostgreSQL instead of the embedded one.',
    check: postgresUrl,
  },
  databaseOwnerUrl: {
    variable: 'DATABASE_OWNER_URL',
    default: '',
    meaning:
      'That PostgreSQL as the owner of its tables, who runs migrations. The role of `DATABASE_URL` then owns nothing: it can neither change append-only tables nor disable their triggers. Without it a live start warns.',
    check: postgresUrl,
  },
  databaseReadUrl: {
    variable: 'DATABASE_READ_URL',
    default: '',
    meaning:
      'A standby of that PostgreSQL, from which histories are read while it is at most five seconds behind and shows all that its reader wrote or was shown; balances and open orders never are.',
    check: postgresUrl,
  },
  fileStore: {
    variable: 'FILE_STORE',
    default: 'postgres',
    meaning:
      'Where uploaded images are stored: `postgres`, a directory as in `/var/lib/dunlin/files`, or a bucket as in `s3://images/dunlin`. Existing images stay readable where they are until `npm run operator -- move-files` moves them.',
    check: parsedBy(parseFileStore, fileStoreText),
  },
  s3Endpoint: {
    variable: 'S3_ENDPOINT',
    default: '',
    meaning:
      'Endpoint of the S3-compatible store, as in `https://minio.example:9000`, addressed in path style. Empty: AWS in `S3_REGION`.',
    check: optionalOrigin(/^https?:\/\//, 'a URL that begins with https:// or http://'),
  },
  s3Region: {
    variable: 'S3_REGION',
    default: 'us-east-1',
    meaning: 'Region of the bucket.',
    check: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'a region, as in eu-central-1')),
  },
  s3AccessKeyId: {
    variable: 'S3_ACCESS_KEY_ID',
    default: '',
    meaning: 'Access key id; the key needs to read, write and delete objects.',
    check: optionalMatch(/^[\w+=/.-]{1,128}$/, 'an access key id'),
  },
  s3SecretAccessKey: {
    variable: 'S3_SECRET_ACCESS_KEY',
    default: '',
    meaning: 'Secret access key.',
    check: optionalText,
  },
} as const satisfies SettingsTable;

type ServerValues = ValuesOf<typeof serverSettings>;

export const serverRules: readonly SettingsRule<ServerValues>[] = [
  {
    variable: 'NATS_URL',
    message: 'set where ROLE is edge or engine',
    holds: ({ role, natsUrl }) => role === 'all' || natsUrl !== null,
  },
  {
    variable: 'NATS_URL',
    message: 'of tls:// servers with a user and a password where MODE is live, or NATS_INSECURE be 1',
    holds: ({ role, mode, natsUrl, natsInsecure }) =>
      role === 'all' || mode !== 'live' || natsUrl === null || natsInsecure || isSafeNats(natsUrl),
  },
  {
    variable: 'CLUSTER_KEY',
    message: 'set where ROLE is edge or engine: they hear nothing that is not signed',
    holds: ({ role, clusterKeys: keys }) => role === 'all' || keys.length > 0,
  },
  {
    variable: 'DATABASE_URL',
    message: 'set where ROLE is engine: the next engine has to find the same data',
    holds: ({ role, databaseUrl }) => role !== 'engine' || databaseUrl !== null,
  },
  {
    variable: 'S3_ACCESS_KEY_ID',
    message: 'set together with S3_SECRET_ACCESS_KEY',
    holds: ({ s3AccessKeyId, s3SecretAccessKey }) => (s3AccessKeyId === null) === (s3SecretAccessKey === null),
  },
  {
    variable: 'S3_ACCESS_KEY_ID',
    message: 'set where FILE_STORE is a bucket',
    holds: ({ fileStore, s3AccessKeyId }) => fileStore.kind !== 's3' || s3AccessKeyId !== null,
  },
];
