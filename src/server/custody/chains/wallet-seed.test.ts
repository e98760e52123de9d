import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { walletSeedForTests } from './testing.ts';
import { openWalletSeed, type WalletSeed } from './wallet-seed.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dunlin-seed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (given: { walletSeed?: string; mode?: 'practice' | 'live' } = {}) =>
  openWalletSeed({ walletSeed: null, mode: 'practice', dataDirectory: path.join(folder, 'data'), ...given });
const addressOf = (seed: WalletSeed | null) => seed?.account(60, 0, 7n).address;

test('practice mode creates a seed once, readable only by its owner, and reuses it', async () => {
  const seeds = await Promise.all([open(), open(), open()]);
  const first = addressOf(seeds[0] ?? null);
  expect(first).toBeDefined();
  expect(seeds.map(addressOf)).toEqual([first, first, first]);
  expect(addressOf(await open())).toBe(first);
  const file = path.join(folder, 'data', 'wallet-seed');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, 'utf8')).trim().split(' ')).toHaveLength(24);
  expect(await readdir(path.join(folder, 'data'))).toEqual(['wallet-seed']);
});

test('live mode has no seed but the configured one', async () => {
  expect(await open({ mode: 'live' })).toBeNull();
  expect(addressOf(await open({ mode: 'live', walletSeed: walletSeedForTests }))).toBe(
    '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
  );
  await expect(readdir(path.join(folder, 'data'))).rejects.toThrow('ENOENT');
});

test('a seed file without a mnemonic is not replaced, and its content is not revealed', async () => {
  await open();
  const file = path.join(folder, 'data', 'wallet-seed');
  await writeFile(file, 'zoo zoo secret');
  await expect(open()).rejects.toThrow(/^the wallet seed is not a BIP-39 mnemonic$/);
  expect(await readFile(file, 'utf8')).toBe('zoo zoo secret');
});
