import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import path from 'node:path';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import { toHex } from 'viem';
import { english, generateMnemonic, HDKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import type { Config } from '../../core/config/config.ts';

/** The root of every address and of the paying account. The words and the root key never leave this closure. */
export interface WalletSeed {
  /** The account of a coin type (SLIP-44) at a branch and index below `m/44'`. */
  account(coinType: number, branch: number, index: bigint): PrivateKeyAccount;
}

/** Branches of a coin type: users's deposit addresses (index is the user's id), and the account that pays out. */
export const walletBranches = { deposits: 0, paying: 1 } as const;

/** Indexes below a branch are 31 bits; the bit above marks hardened ones. */
const indexMax = 2n ** 31n - 1n;
const fileName = 'wallet-seed';
const strengthBits = 256;

/**
 * The wallet seed of the configuration; without one, practice mode makes its own once and keeps it in a file of the
 * data directory that its owner alone may read. It is never in the database and never in a log.
 *
 * @returns null in live mode without a seed: there are no addresses then
 * @throws Error when the kept file holds no mnemonic
 */
export async function openWalletSeed(
  config: Pick<Config, 'walletSeed' | 'mode' | 'dataDirectory'>,
): Promise<WalletSeed | null> {
  if (config.walletSeed !== null) return walletSeed(config.walletSeed);
  return config.mode === 'practice' ? walletSeed(await keptMnemonic(config.dataDirectory)) : null;
}

/** @throws Error when the words are no mnemonic; they do not stand in its message */
export function walletSeed(mnemonic: string): WalletSeed {
  if (!validateMnemonic(mnemonic, wordlist)) throw new Error('the wallet seed is no mnemonic of BIP-39');
  const root = HDKey.fromMasterSeed(seedOf(mnemonic));
  return {
    account(coinType, branch, index) {
      if (index < 0n || index > indexMax) throw new Error(`no account has the index ${index}`);
      const { privateKey } = root.derive(`m/44'/${coinType}'/0'/${branch}/${index}`);
      if (privateKey === null) throw new Error('a key of the wallet seed is missing');
      return privateKeyToAccount(toHex(privateKey));
    },
  };
}

/** The seed of a mnemonic without a passphrase, as BIP-39 makes it: Node's own hash takes a fortieth of the package's time. */
function seedOf(mnemonic: string): Buffer {
  return pbkdf2Sync(mnemonic.normalize('NFKD'), 'mnemonic', 2_048, 64, 'sha512');
}

async function keptMnemonic(dataDirectory: string): Promise<string> {
  const file = path.join(dataDirectory, fileName);
  const kept = await readKept(file);
  if (kept !== null) return kept;
  await mkdir(dataDirectory, { recursive: true });
  // Written whole and made durable under another name first: a seed that is used must never be lost or half there.
  const draft = `${file}-${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${generateMnemonic(english, strengthBits)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // Who comes second keeps what the first one made.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
  await syncFolder(dataDirectory);
  return (await readKept(file)) ?? '';
}

async function readKept(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
