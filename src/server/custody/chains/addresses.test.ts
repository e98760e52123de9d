import { expect, test } from 'vitest';
import { normaliseEvmAddress } from './evm-chain.ts';
import { normaliseTronAddress, tronChain } from './tron-chain.ts';
import { walletSeedForTests } from './testing.ts';
import { walletBranches, walletSeed } from './wallet-seed.ts';

const seed = walletSeed(walletSeedForTests);

test('accounts of the seed match those that other wallets derive from the same mnemonic', () => {
  // The accounts development nodes fund from this mnemonic.
  expect(seed.account(60, walletBranches.deposits, 0n).address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  expect(seed.account(60, walletBranches.deposits, 1n).address).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
  expect(seed.account(60, walletBranches.paying, 0n).address).not.toBe(seed.account(60, 0, 0n).address);
  expect(() => seed.account(60, 0, 2n ** 31n)).toThrow('no account');
  expect(() => walletSeed('abandon abandon abandon')).toThrow('not a BIP-39 mnemonic');
});

test('an EVM address is verified by its checksum', () => {
  // Examples of EIP-55.
  const right = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  expect(normaliseEvmAddress(right)).toBe(right);
  expect(normaliseEvmAddress(right.toLowerCase())).toBe(right);
  expect(normaliseEvmAddress('0x52908400098527886E0F7030069857D2E4169EE7')).not.toBeNull();
  expect(normaliseEvmAddress(right.replace('aA', 'Aa'))).toBeNull();
  expect(normaliseEvmAddress(right.slice(2))).toBeNull();
  expect(normaliseEvmAddress(`${right}00`)).toBeNull();
});

test('a TRON address is the same key with another prefix byte and a checksum', () => {
  const chain = tronChain(seed, []);
  const address = chain.depositAddress(100_000n);
  expect(address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
  expect(chain.depositAddress(100_001n)).not.toBe(address);
  expect(normaliseTronAddress(address)).toBe(address);
  // The USDT contract, and the zero address.
  expect(normaliseTronAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).not.toBeNull();
  expect(normaliseTronAddress('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')).not.toBeNull();
  expect(normaliseTronAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u')).toBeNull();
  expect(normaliseTronAddress('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')).toBeNull();
  expect(normaliseTronAddress('')).toBeNull();
  const hash = 'AB'.repeat(32);
  expect([chain.normaliseHash(hash), chain.normaliseHash(`0x${hash}`), chain.normaliseHash('ab')]).toEqual([
    hash.toLowerCase(),
    hash.toLowerCase(),
    null,
  ]);
});
