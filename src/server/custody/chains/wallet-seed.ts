import { pbkdf2Sync } from 'node:crypto';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import { toHex } from 'viem';
import { english, generateMnemonic, HDKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import type { Config } from '#server/core/config/config.ts';
import { keptSecret } from '#server/core/config/secret-file.ts';

/** The root of every address and of the paying account. The mnemonic and the root key never leave this closure. */
export interface WalletSeed {
  /** The account of a coin type (SLIP-44) at a branch and index below `m/44'`. */
  account(coinType: number, branch: number, index: bigint): PrivateKeyAccount;
}

/** Branches of a coin type: users' deposit addresses (index is the user's id), and the paying account. */
export const walletBranches = { deposits: 0, paying: 1 } as const;

/** Indexes below a branch are 31 bits; the bit above marks hardened ones. */
const indexMax = 2n ** 31n - 1n;
const fileName = 'wallet-seed';
const strengthBits = 256;

/**
 * The wallet seed of the configuration; without one, practice mode creates its own once and stores it in a file of the
 * data directory that only its owner can read. It is never in the database or a log.
 *
 * @returns null in live mode without a seed: there are no addresses then
 * @throws Error when the seed file holds no mnemonic
 */
export async function openWalletSeed(
  config: Pick<Config, 'walletSeed' | 'mode' | 'dataDirectory'>,
): Promise<WalletSeed | null> {
  if (config.walletSeed !== null) return walletSeed(config.walletSeed);
  return config.mode === 'practice' ? walletSeed(await keptSecret(config.dataDirectory, fileName, newMnemonic)) : null;
}

/** @throws Error when the mnemonic is invalid; the message does not contain it */
export function walletSeed(mnemonic: string): WalletSeed {
  if (!validateMnemonic(mnemonic, wordlist)) throw new Error('the wallet seed is not a BIP-39 mnemonic');
  // A start hands out no address: the root is worked out for the first one.
  let root: HDKey | null = null;
  return {
    account(coinType, branch, index) {
      if (index < 0n || index > indexMax) throw new Error(`no account has the index ${index}`);
      root ??= HDKey.fromMasterSeed(seedOf(mnemonic));
      const { privateKey } = root.derive(`m/44'/${coinType}'/0'/${branch}/${index}`);
      if (privateKey === null) throw new Error('a key of the wallet seed is missing');
      return privateKeyToAccount(toHex(privateKey));
    },
  };
}

/** The BIP-39 seed of a mnemonic without a passphrase: Node's own hash takes a fortieth of the package's time. */
function seedOf(mnemonic: string): Buffer {
  return pbkdf2Sync(mnemonic.normalize('NFKD'), 'mnemonic', 2_048, 64, 'sha512');
}

function newMnemonic(): string {
  return generateMnemonic(english, strengthBits);
}
