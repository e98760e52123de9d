import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import * as v from 'valibot';
import { nullIfEmpty, optionalUrl, requiredText, wholeNumberWithin } from './checks.ts';
import type { SettingsTable } from './setting.ts';

/** A token of an EVM chain. */
interface EvmToken {
  readonly asset: string;
  readonly contract: string;
  readonly decimals: number;
}

const evmTokensPattern = /^(?:[A-Z0-9]{2,10}:0x[0-9a-f]{40}:[0-9]{1,2}(?:,(?!$)|$))*$/i;

function evmTokenOf(text: string): EvmToken {
  const [asset = '', contract = '', decimals = ''] = text.split(':');
  return { asset, contract, decimals: Number(decimals) };
}

const evmTokens = v.pipe(
  v.string(),
  v.regex(evmTokensPattern, 'tokens as in USDT:0x…:6, separated by commas'),
  v.transform((text) => (text === '' ? [] : text.split(',').map(evmTokenOf))),
  v.check(
    (tokens) => new Set(tokens.map(({ asset }) => asset)).size === tokens.length,
    'tokens each of which is listed once',
  ),
  v.check((tokens) => tokens.every(({ asset }) => asset !== 'ETH'), 'tokens beside the chain’s own coin, ETH'),
);

/** Keys, chains and withdrawals. */
export const custodySettings = {
  /** Null when not configured. Never logged. */
  walletSeed: {
    variable: 'WALLET_SEED',
    default: '',
    meaning:
      'Mnemonic (BIP-39, English) that every deposit address and the paying account derive from. Empty: practice mode generates one in `DATA_DIR`, live mode refuses to start.',
    check: v.pipe(
      v.string(),
      v.check((text) => text === '' || validateMnemonic(text, wordlist), 'a BIP-39 mnemonic in English'),
      v.transform(nullIfEmpty),
    ),
  },
  /** Encrypts the secrets of authenticators, where to pay, and keys of evidence; null when not configured. Never logged. */
  secretsKey: {
    variable: 'SECRETS_KEY',
    default: '',
    meaning:
      'Key that encrypts authenticator secrets, where to pay in fiat orders, and the keys of evidence: 32 bytes in base64url, as `openssl rand -base64 32 | tr +/ -_` makes them. Empty: practice mode generates one in `DATA_DIR`, live mode offers neither authenticators nor fiat trading.',
    check: v.pipe(
      v.string(),
      v.regex(/^(?:[\w-]{43}=?)?$/, '32 bytes in base64url'),
      v.transform((text): Uint8Array | null => (text === '' ? null : Buffer.from(text, 'base64url'))),
    ),
  },
  evmRpcUrl: {
    variable: 'EVM_RPC_URL',
    default: '',
    meaning:
      'JSON-RPC node of an EVM chain for deposits and withdrawals; empty for none. Practice mode approves and pays by itself only on test networks, which it recognises by their chain id.',
    check: optionalUrl(/^https?:\/\//, 'a URL that begins with https:// or http://'),
  },
  evmName: {
    variable: 'EVM_NAME',
    default: 'Ethereum (ERC-20)',
    meaning: 'Name of that chain in the app.',
    check: requiredText('a name'),
  },
  evmTokens: {
    variable: 'EVM_TOKENS',
    default: '',
    meaning:
      'Its tokens, separated by commas: coin, contract and decimals, as in `USDT:0xdAC17F958D2ee523a2206206994597C13D831ec7:6`.',
    check: evmTokens,
  },
  evmBlockMs: {
    variable: 'EVM_BLOCK_MS',
    default: '12000',
    meaning: 'Its usual block time in milliseconds.',
    check: wholeNumberWithin(100, 3_600_000),
  },
  evmMaxFeeGwei: {
    variable: 'EVM_MAX_FEE_GWEI',
    default: '300',
    meaning:
      'Highest fee per unit of gas, in gwei: a payout that is not mined is replaced with a higher fee up to this.',
    check: v.pipe(
      wholeNumberWithin(1, 1_000_000),
      v.transform((gwei) => BigInt(gwei)),
    ),
  },
  p2pHoldMode: {
    variable: 'P2P_HOLD',
    formerly: 'FIAT_HOLD',
    default: 'auto',
    meaning:
      'Whether the value of coins bought from other users is held in the account for 24 hours, through conversions and trades: `on`, `off`, or `auto`, which is on in live mode.',
    check: v.picklist(['auto', 'on', 'off'], 'auto, on or off'),
  },
  addressWaitMode: {
    variable: 'ADDRESS_WAIT',
    default: 'auto',
    meaning:
      'Whether a new withdrawal address waits 24 hours before it can be used, unless its owner opts out: `on`, `off`, or `auto`, which is on in live mode.',
    check: v.picklist(['auto', 'on', 'off'], 'auto, on or off'),
  },
} as const satisfies SettingsTable;
