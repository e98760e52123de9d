import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('an empty environment is a whole configuration', () => {
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

test('every value that cannot be is named, without the value', () => {
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
  expect(() => readConfig({ AREAS_OFF: 'auth' })).toThrow('AREAS_OFF');
});

test('a public origin is an origin and nothing more', () => {
  expect(readConfig({}).publicOrigin).toBeNull();
  expect(readConfig({ PUBLIC_ORIGIN: 'https://dunlin.example' }).publicOrigin).toBe('https://dunlin.example');
  expect(() => readConfig({ PUBLIC_ORIGIN: 'https://dunlin.example/app' })).toThrow('PUBLIC_ORIGIN');
});
