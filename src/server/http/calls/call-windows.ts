import { countedNetworks } from '#server/core/config/client-address.ts';

/** Keys that are counted at once; beyond them the ones whose window began first are forgotten. */
const keysMaxDefault = 20_000;

interface Window {
  readonly endsMs: number;
  calls: number;
}

/** Counts calls per key within windows of a fixed length, each of which begins with the first call of its key. */
export class CallWindows<Key> {
  readonly #callsMax: number;
  readonly #windowMs: number;
  readonly #nowMs: () => number;
  readonly #keysMax: number;
  readonly #windows = new Map<Key, Window>();

  /**
   * @param callsMax calls of one key within a window; 0 for no limit
   * @param nowMs a monotonic time
   */
  constructor(
    callsMax: number,
    windowMs: number,
    nowMs: () => number = () => performance.now(),
    keysMax = keysMaxDefault,
  ) {
    this.#callsMax = callsMax;
    this.#windowMs = windowMs;
    this.#nowMs = nowMs;
    this.#keysMax = keysMax;
  }

  /** Counts a call of the key; false when it is one too many. */
  admit(key: Key): boolean {
    if (this.#callsMax === 0) return true;
    const nowMs = this.#nowMs();
    let window = this.#windows.get(key);
    if (window === undefined || window.endsMs <= nowMs) {
      window = { endsMs: nowMs + this.#windowMs, calls: 0 };
      // Windows are of one length, so the map stays in the order in which they end.
      this.#windows.delete(key);
      this.#windows.set(key, window);
      if (this.#windows.size > this.#keysMax) this.#forgetOldest();
    }
    window.calls += 1;
    return window.calls <= this.#callsMax;
  }

  #forgetOldest(): void {
    const [oldest] = this.#windows.keys();
    if (oldest !== undefined) this.#windows.delete(oldest);
  }
}

/** Counts calls per address, for each network that its limits count for, see `countedNetworks`. */
export class AddressWindows {
  readonly #callsMax: number;
  readonly #windowMs: number;
  readonly #nowMs: (() => number) | undefined;
  readonly #byTimes = new Map<number, CallWindows<string>>();

  /** As of `CallWindows`. @param callsMax of one address */
  constructor(callsMax: number, windowMs: number, nowMs?: () => number) {
    this.#callsMax = callsMax;
    this.#windowMs = windowMs;
    this.#nowMs = nowMs;
  }

  /** Counts a call of the address; false when it is one too many. What a narrow network loses its wide one does not. */
  admit(address: string): boolean {
    return countedNetworks(address).every(({ network, times }) => this.#windowsOf(times).admit(network));
  }

  /** Counts a call of the wide network of an address alone, where its narrow one is counted before. */
  admitWide(address: string): boolean {
    return countedNetworks(address)
      .slice(1)
      .every(({ network, times }) => this.#windowsOf(times).admit(network));
  }

  /** Each width has its own, so that many narrow networks never push a wide one out. */
  #windowsOf(times: number): CallWindows<string> {
    const known = this.#byTimes.get(times);
    if (known !== undefined) return known;
    const windows = new CallWindows<string>(this.#callsMax * times, this.#windowMs, this.#nowMs);
    this.#byTimes.set(times, windows);
    return windows;
  }
}
