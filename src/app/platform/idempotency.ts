import { storageKeys } from '../../contract/storage-keys.ts';
import { readStored, removeStored, writeStored } from './storage.ts';

/** Keys of calls that move money, from the tap until an answer came (design section 2). */
const storeKey = 'dunlin.unanswered';

/** Past this a tap is a new intention: the person has seen the records meanwhile. */
export const unansweredMaxMs = 10 * 60_000;
/** Calls that can wait for an answer at once; the oldest gives way. */
const unansweredMax = 20;

interface Unanswered {
  readonly key: string;
  readonly at: number;
}

type Kept = Record<string, Unanswered>;

function read(): Kept {
  try {
    const value: unknown = JSON.parse(readStored(storeKey) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Kept) : {};
  } catch {
    return {};
  }
}

function write(kept: Kept): void {
  if (Object.keys(kept).length === 0) removeStored(storeKey);
  else writeStored(storeKey, JSON.stringify(kept));
}

/** What tells one intention from another: who, which call, and exactly which input. */
async function fingerprint(call: string, input: unknown): Promise<string> {
  const text = JSON.stringify([readStored(storageKeys.token), call, input]);
  // A digest, because inputs may hold passwords and a token, which must not be written down.
  if (globalThis.crypto?.subtle === undefined) return shortDigest(text);
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** FNV-1a with 64 bits, for pages served without TLS, where `crypto.subtle` is missing. */
function shortDigest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16);
}

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The key of one intention, and how to say that it was answered. */
export interface IntentionKey {
  readonly key: string;
  /** Forgets the key: the next tap is a new intention. */
  readonly answered: () => void;
}

/**
 * The key for a call that moves money: a new one, kept before anything is sent, or the kept one when the same call
 * with the same input was sent within ten minutes and never answered. So a second tap after a lost connection, even
 * after a reload, cannot do the thing twice.
 */
export async function intentionKey(call: string, input: unknown, nowMs: number): Promise<IntentionKey> {
  const print = await fingerprint(call, input);
  const recent = Object.entries(read()).filter(([, { at }]) => Math.abs(nowMs - at) < unansweredMaxMs);
  const kept: Kept = Object.fromEntries(recent.toSorted(([, a], [, b]) => b.at - a.at).slice(0, unansweredMax - 1));
  const key = kept[print]?.key ?? newKey();
  write({ ...kept, [print]: { key, at: kept[print]?.at ?? nowMs } });
  return {
    key,
    answered() {
      const { [print]: _done, ...rest } = read();
      write(rest);
    },
  };
}
