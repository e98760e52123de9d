import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { parseFileStore } from './file-store-setting.ts';

it.each<[text: string, read: ReturnType<typeof parseFileStore>]>([
  ['postgres', { kind: 'postgres' }],
  ['/var/lib/dunlin', { kind: 'directory', path: '/var/lib/dunlin' }],
  ['/var/lib/../x', { kind: 'directory', path: '/var/x' }],
  ['file:///var/lib/d%20e', { kind: 'directory', path: '/var/lib/d e' }],
  ['s3://images', { kind: 's3', folder: 'images' }],
  ['s3://images/dunlin/a.b-c_d/', { kind: 's3', folder: 'images/dunlin/a.b-c_d' }],
  ['', null],
  ['pictures', null],
  ['file://host/x', null],
  ['s3://', null],
  ['s3://Images', null],
  ['s3://images/../other', null],
  ['s3://images//x', null],
  ['s3://images/a b', null],
  ['s3://images/?x', null],
])('%j', (text, read) => {
  expect(parseFileStore(text)).toEqual(read);
});

const keys = { S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 'secret/of=it' };

it('reads the location of a bucket, with AWS as the default', () => {
  expect(readConfig({}).s3).toBeNull();
  const here = readConfig({ FILE_STORE: 's3://images', S3_REGION: 'eu-central-1', ...keys });
  expect(here.s3).toMatchObject({ endpoint: 'https://s3.eu-central-1.amazonaws.com', region: 'eu-central-1' });
  const own = readConfig({ S3_ENDPOINT: 'http://127.0.0.1:9000', ...keys });
  expect([own.fileStore, own.s3?.endpoint]).toEqual([{ kind: 'postgres' }, 'http://127.0.0.1:9000']);
});

it.each<[settings: Record<string, string>, named: string]>([
  [{ FILE_STORE: 'images' }, 'FILE_STORE'],
  [{ FILE_STORE: 's3://images' }, 'S3_ACCESS_KEY_ID'],
  [{ S3_ACCESS_KEY_ID: 'AKIA' }, 'S3_ACCESS_KEY_ID'],
  [{ S3_SECRET_ACCESS_KEY: 'secret/of=it' }, 'S3_ACCESS_KEY_ID'],
  [{ S3_ENDPOINT: 'https://s3.example/path', ...keys }, 'S3_ENDPOINT'],
  [{ S3_ENDPOINT: 'ftp://s3.example', ...keys }, 'S3_ENDPOINT'],
  [{ S3_REGION: 'eu/x', ...keys }, 'S3_REGION'],
])('refuses %j without revealing a secret', (settings, named) => {
  expect(() => readConfig(settings)).toThrow(ConfigError);
  expect(() => readConfig(settings)).toThrow(`${named} must be`);
  expect(() => readConfig(settings)).not.toThrow('secret/of=it');
});
