import { expect, test } from 'vitest';
import { p2pDayLimits } from '#protocol/p2p/currencies.ts';
import { ConfigError, formerNames, readConfig } from './config.ts';

test('an empty environment is a complete configuration', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    dataDirectory: '.data',
    databaseUrl: null,
    mode: 'practice',
    priceSource: 'simulated',
    seed: 1,
    apiBase: '/api/',
  });
});

test('every invalid setting is named, without its value', () => {
  const environment = {
    PORT: 'eighty',
    MODE: 'demo',
    DATABASE_URL: 'mysql://me:secret@host',
    API_BASE: 'api',
    PRICE_SOURCE: 'htx;okx',
  };
  const read = () => readConfig(environment);
  expect(read).toThrow(ConfigError);
  for (const name of Object.keys(environment)) expect(read).toThrow(`${name} must be `);
  expect(read).not.toThrow('secret');
});

test('exchanges to follow are a list', () => {
  expect(readConfig({ PRICE_SOURCE: 'htx,okx', PORT: ' 0 ' })).toMatchObject({ priceSource: ['htx', 'okx'], port: 0 });
});

test('areas to switch off are a list of known ones', () => {
  expect(readConfig({}).areasOff).toEqual([]);
  expect(readConfig({ AREAS_OFF: 'market,support' }).areasOff).toEqual(['market', 'support']);
  expect(readConfig({ AREAS_OFF: 'gold' }).areasOff).toEqual(['gold']);
  expect(() => readConfig({ AREAS_OFF: 'auth' })).toThrow('AREAS_OFF');
  expect([readConfig({}).goldHours, readConfig({ GOLD_HOURS: 'always' }).goldHours]).toEqual(['market', 'always']);
  expect(() => readConfig({ GOLD_HOURS: 'sometimes' })).toThrow('GOLD_HOURS');
});

test('day limits of P2P trading are rising steps, of which the first needs no history', () => {
  expect(readConfig({}).p2pDayLimits).toEqual(p2pDayLimits);
  expect(readConfig({ P2P_DAY_LIMITS: '100:0:0:0,900:2:50:3' }).p2pDayLimits).toEqual([
    { limit: '100', people: 0, worth: '0', days: 0 },
    { limit: '900', people: 2, worth: '50', days: 3 },
  ]);
  for (const wrong of ['100', '100:1:0:0', '100:0:0:0,90:2:50:3', '100:0:0:0,900:0:50:3', '100:0:0:0,', '1e3:0:0:0']) {
    expect(() => readConfig({ P2P_DAY_LIMITS: wrong }), wrong).toThrow('P2P_DAY_LIMITS');
  }
});

test('reads a setting under the name of the version before, and names it', () => {
  const before = { SPREAD_PAIRS: 'off', PINNED_PAIRS: 'BTCUSDT=one' };
  expect(readConfig(before)).toMatchObject({ placesMarkets: false, pinnedMarkets: new Map([['BTCUSDT', 'one']]) });
  expect(formerNames(before)).toEqual([
    { formerly: 'SPREAD_PAIRS', variable: 'PLACE_MARKETS' },
    { formerly: 'PINNED_PAIRS', variable: 'PINNED_MARKETS' },
  ]);
  expect(readConfig({ SPREAD_PAIRS: 'off', PLACE_MARKETS: 'on' }).placesMarkets).toBe(true);
  expect(() => readConfig({ SPREAD_PAIRS: 'maybe' })).toThrow('SPREAD_PAIRS must be on or off');
  expect(formerNames({ PLACE_MARKETS: 'off' })).toEqual([]);
});

test('takes a country from a header of a trusted proxy alone', () => {
  expect(readConfig({}).countryHeader).toBeNull();
  expect(readConfig({ COUNTRY_HEADER: 'cf-ipcountry', TRUST_PROXY: '1' }).countryHeader).toBe('cf-ipcountry');
  expect(() => readConfig({ COUNTRY_HEADER: 'cf-ipcountry' })).toThrow('TRUST_PROXY');
  expect(() => readConfig({ COUNTRY_HEADER: 'CF IP', TRUST_PROXY: '1' })).toThrow('COUNTRY_HEADER');
});

test('a public origin is an origin and nothing more', () => {
  expect(readConfig({}).publicOrigin).toBeNull();
  expect(readConfig({ PUBLIC_ORIGIN: 'https://dunlin.example' }).publicOrigin).toBe('https://dunlin.example');
  expect(() => readConfig({ PUBLIC_ORIGIN: 'https://dunlin.example/app' })).toThrow('PUBLIC_ORIGIN');
});

test('hosts of the web view are names or subdomain wildcards', () => {
  expect(readConfig({}).webViewHosts).toEqual([]);
  expect(readConfig({ WEB_VIEW_HOSTS: 'docs.example.com,*.example.org' }).webViewHosts).toEqual([
    'docs.example.com',
    '*.example.org',
  ]);
  for (const wrong of [
    '*',
    '*.com',
    'com',
    'https://example.com',
    'example.com/path',
    'example.com:443',
    'Example.com',
    'a.*.com',
    '127.0.0.1',
    "example.com 'unsafe-inline'",
    'example.com; script-src *',
    'example.com,',
    ',',
    'a..com',
    '-a.com',
  ])
    expect(() => readConfig({ WEB_VIEW_HOSTS: wrong }), wrong).toThrow('WEB_VIEW_HOSTS');
});

test('map tiles come from one host and carry an attribution', () => {
  const template = 'https://tile.example.com/{z}/{x}/{y}.png?key=1';
  expect(readConfig({}).mapTiles).toBeNull();
  expect(readConfig({ MAP_TILES: template, MAP_ATTRIBUTION: '© Example' }).mapTiles).toEqual({
    template,
    attribution: '© Example',
  });
  expect(() => readConfig({ MAP_TILES: template })).toThrow('MAP_ATTRIBUTION');
  for (const wrong of [
    'http://tile.example.com/{z}/{x}/{y}.png',
    'https://tile.example.com/{z}/{x}.png',
    'tile/{z}/{x}/{y}',
    'https://{s}.example.com/{z}/{x}/{y}.png',
    'https://me@tile.example.com/{z}/{x}/{y}',
    '{z}{x}{y}',
  ])
    expect(() => readConfig({ MAP_TILES: wrong, MAP_ATTRIBUTION: 'x' }), wrong).toThrow('MAP_TILES');
});

test('the desktop product needs a secure URL', () => {
  expect(readConfig({ PC_URL: 'https://pc.example/' }).pcUrl).toBe('https://pc.example/');
  expect(() => readConfig({ PC_URL: 'http://pc.example/' })).toThrow('PC_URL');
});

test('a chain node may run on the same machine', () => {
  expect(readConfig({ EVM_RPC_URL: 'http://127.0.0.1:8545' }).evmRpcUrl).toBe('http://127.0.0.1:8545');
  expect(() => readConfig({ EVM_RPC_URL: 'ws://127.0.0.1:8545' })).toThrow('EVM_RPC_URL');
});

test('a proxy is trusted by number or network, never everyone', () => {
  expect(readConfig({}).trustedProxies).toEqual({ kind: 'none' });
  expect(readConfig({ TRUST_PROXY: '2' }).trustedProxies).toEqual({ kind: 'count', count: 2 });
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8,fd00::/8' }).trustedProxies.kind).toBe('networks');
  expect(() => readConfig({ TRUST_PROXY: 'true' })).toThrow(
    /TRUST_PROXY must be the number of proxies .* 10\.0\.0\.0\/8/,
  );
});

test('edges and engines need the broker between them, and engines a store that the next one finds', () => {
  const natsUrl = 'nats://dunlin:secret@10.0.0.5:4222';
  const databaseUrl = 'postgres://dunlin@10.0.0.6/dunlin';
  expect(readConfig({})).toMatchObject({ role: 'all', natsUrl: null });
  const CLUSTER_KEY = Buffer.alloc(32, 7).toString('base64url');
  const shared = { NATS_URL: natsUrl, CLUSTER_KEY };
  expect(readConfig({ ROLE: 'edge', ...shared })).toMatchObject({ role: 'edge', natsUrl });
  expect(readConfig({ ROLE: 'engine', ...shared, DATABASE_URL: databaseUrl }).role).toBe('engine');
  expect(() => readConfig({ ROLE: 'edge', NATS_URL: natsUrl })).toThrow('CLUSTER_KEY must be set');
  const other = Buffer.alloc(32, 8).toString('base64url');
  const { clusterKeys } = readConfig({ CLUSTER_KEY: `${CLUSTER_KEY}, ${other}` });
  expect(clusterKeys.map((key) => key[0])).toEqual([7, 8]);
  for (const wrong of ['secret', `${CLUSTER_KEY},`, `${CLUSTER_KEY},${other},${other}`])
    expect(() => readConfig({ CLUSTER_KEY: wrong }), wrong).toThrow('CLUSTER_KEY');
  expect(() => readConfig({ ROLE: 'edge' })).toThrow('NATS_URL');
  expect(() => readConfig({ ROLE: 'engine', DATABASE_URL: databaseUrl })).toThrow('NATS_URL');
  expect(() => readConfig({ ROLE: 'engine', NATS_URL: natsUrl })).toThrow('DATABASE_URL');
  expect(() => readConfig({ ROLE: 'both' })).toThrow('ROLE');
  for (const wrong of ['http://10.0.0.5', 'nats://', 'nats://a:4222/path', 'nats://a:4222,', '10.0.0.5:4222'])
    expect(() => readConfig({ NATS_URL: wrong }), wrong).toThrow('NATS_URL');
  expect(() => readConfig({ NATS_URL: 'http://me:secret@host' })).not.toThrow('secret');
});

test('live mode reaches the broker encrypted and with credentials, or is set to go without', () => {
  const CLUSTER_KEY = Buffer.alloc(32, 7).toString('base64url');
  const live = (natsUrl: string, more: Readonly<Record<string, string>> = {}) =>
    readConfig({ ROLE: 'edge', MODE: 'live', CLUSTER_KEY, NATS_URL: natsUrl, ...more });
  for (const wrong of ['nats://edge:secret@10.0.0.5', 'tls://10.0.0.5', 'tls://edge:secret@10.0.0.5,nats://10.0.0.6'])
    expect(() => live(wrong), wrong).toThrow('NATS_URL must be of tls:// servers');
  expect(live('tls://edge:secret@10.0.0.5,tls://10.0.0.6').mode).toBe('live');
  expect(live('nats://10.0.0.5', { NATS_INSECURE: '1' }).natsInsecure).toBe(true);
  expect(() => readConfig({ NATS_INSECURE: 'yes' })).toThrow('NATS_INSECURE');
});

test('tracing is off until a collector is named, and takes the variables of OpenTelemetry', () => {
  expect(readConfig({}).tracing).toEqual({ endpoint: null, headers: {}, serviceName: 'dunlin', sampledShare: 1 });
  expect(
    readConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://tempo.example/otlp',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi, x-scope=a',
      OTEL_SERVICE_NAME: 'dunlin-1',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
    }).tracing,
  ).toEqual({
    endpoint: 'https://tempo.example/otlp',
    headers: { authorization: 'Basic YTpi', 'x-scope': 'a' },
    serviceName: 'dunlin-1',
    sampledShare: 0.05,
  });
  for (const wrong of ['-0.1', '1.5', 'all', '1e-3', '0.', '10'])
    expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: wrong }), wrong).toThrow('OTEL_TRACES_SAMPLER_ARG');
  for (const wrong of ['secret', '=secret', 'a=secret,', 'a=%zzsecret', 'a b=secret', 'a=sec ret'])
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: wrong }), wrong).toThrow(
      /OTEL_EXPORTER_OTLP_HEADERS must be (?!.*secret)/,
    );
  for (const wrong of ['tempo.example:4318', 'grpc://tempo.example', 'https://tempo.example/?key=1'])
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: wrong }), wrong).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT');
});
