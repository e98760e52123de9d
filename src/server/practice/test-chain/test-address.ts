import { bech32 } from '@scure/base';
import { hexToBytes, type Address } from 'viem';

/** What addresses of the test chain begin with, so that nobody takes one for an address of value. */
const prefix = 'dt';
const payloadBytes = 20;

/** The address on the test chain of an account: its 20 bytes in bech32, which finds up to four wrong letters. */
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
