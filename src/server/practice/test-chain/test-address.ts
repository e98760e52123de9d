import { bech32 } from '@scure/base';
import { hexToBytes, type Address } from 'viem';

/** Prefix of test chain addresses, so that they are not mistaken for real ones. */
const prefix = 'dt';
const payloadBytes = 20;

/** The test chain address of an account: its 20 bytes in bech32, which detects up to four wrong characters. */
export function testAddress(account: Address): string {
  return bech32.encodeFromBytes(prefix, hexToBytes(account));
}

/** An address in lower case, or null when its prefix, length or checksum is wrong, or it mixes cases. */
export function normaliseTestAddress(text: string): string | null {
  try {
    const { prefix: found, bytes } = bech32.decodeToBytes(text);
    return found === prefix && bytes.length === payloadBytes ? text.toLowerCase() : null;
  } catch {
    return null;
  }
}
