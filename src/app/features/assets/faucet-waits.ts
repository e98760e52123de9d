import { observable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { readStored, writeStored } from '#app/platform/storage/storage.ts';

const storageKey = 'dunlin.faucet';

/** When each coin can be taken again, in epoch milliseconds, and whose waits these are. */
interface FaucetWaits {
  readonly account: string | null;
  readonly nextAt: Readonly<Record<string, number>>;
}

const nobody: FaucetWaits = { account: null, nextAt: {} };

function stored(): FaucetWaits {
  try {
    const value: unknown = JSON.parse(readStored(storageKey) ?? 'null');
    if (typeof value !== 'object' || value === null || !('account' in value) || !('nextAt' in value)) return nobody;
    const { account, nextAt } = value;
    if (typeof account !== 'string' || typeof nextAt !== 'object' || nextAt === null) return nobody;
    const times = Object.entries(nextAt).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
    return { account, nextAt: Object.fromEntries(times) };
  } catch {
    return nobody;
  }
}

/** Stored on the device, so that a coin that was received shows it without asking the exchange. */
export const faucetWaits = observable<FaucetWaits>(stored());

/** Keeps when a coin can be taken again by who is signed in. The exchange decides; this only saves the question. */
export function storeFaucetWait(asset: string, nextAt: number): void {
  const account = session.get()?.account ?? null;
  const next = { account, nextAt: { ...ownWaits(faucetWaits.get()), [asset]: nextAt } };
  writeStored(storageKey, JSON.stringify(next));
  faucetWaits.set(next);
}

/** The waits of the signed-in user; those of an earlier user are ignored. */
export function ownWaits({ account, nextAt }: FaucetWaits): FaucetWaits['nextAt'] {
  return account === (session.get()?.account ?? null) ? nextAt : {};
}
