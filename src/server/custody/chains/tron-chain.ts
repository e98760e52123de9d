import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { concatBytes, hexToBytes } from 'viem';
import type { Chain, ChainCoin } from './chain.ts';
import { walletBranches, type WalletSeed } from './wallet-seed.ts';

/** SLIP-44 coin type of TRON. */
const tronCoinType = 195;
/** Prefix byte of main network addresses: it makes them start with T. */
const networkByte = 0x41;
const accountBytes = 20;

const base58check = createBase58check((bytes: Uint8Array) =>
  Uint8Array.from(createHash('sha256').update(bytes).digest()),
);

/**
 * TRON, which is not watched: users declare a deposit with a voucher and customer service reviews it. An address is the
 * last 20 bytes of the key's Keccak hash, as on Ethereum, behind the network's byte in Base58Check.
 */
export function tronChain(seed: WalletSeed, coins: readonly ChainCoin[]): Chain {
  return {
    id: 'TRON',
    name: 'TRON (TRC-20)',
    practice: false,
    blockMs: 3_000,
    coins,
    normaliseAddress: normaliseTronAddress,
    normaliseHash: (text) => (/^(0x)?[0-9a-f]{64}$/i.test(text) ? text.toLowerCase().replace(/^0x/, '') : null),
    depositAddress(index) {
      const { address } = seed.account(tronCoinType, walletBranches.deposits, index);
      return base58check.encode(concatBytes([Uint8Array.of(networkByte), hexToBytes(address)]));
    },
  };
}

/** The address unchanged, or null when it is invalid: Base58 has a single, case-sensitive form. */
export function normaliseTronAddress(text: string): string | null {
  try {
    const bytes = base58check.decode(text);
    return bytes.length === accountBytes + 1 && bytes[0] === networkByte ? text : null;
  } catch {
    return null;
  }
}
