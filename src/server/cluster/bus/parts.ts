import { randomUUID } from 'node:crypto';

/** Larger messages cross in parts of this size, or of what the broker takes. */
const partDefaultBytes = 256 * 1024;
/** Room for the head of a message beside its part. */
const headBytes = 2_048;

/** The size of a part where the broker takes messages of `payloadMaxBytes`. */
export function partBytes(payloadMaxBytes: number): number {
  return Math.max(1_024, Math.min(partDefaultBytes, payloadMaxBytes - headBytes));
}

/** The largest message that is sent as it is: a part with its head is one. */
export function wholeMaxBytes(payloadMaxBytes: number): number {
  return partBytes(payloadMaxBytes) + headBytes;
}

/** The bytes of all messages that are in parts at once: as many uploads as are taken at once, and as much again. */
const heldMaxBytes = 512 * 1024 * 1024;
/** Parts that nobody fetches or completes are dropped after this. */
const heldMs = 30_000;

interface Held {
  readonly parts: Buffer[];
  readonly timer: NodeJS.Timeout;
}

/** Messages larger than one payload: held until their parts were fetched, or until all of their parts have come. */
export class PartStore {
  readonly #held = new Map<string, Held>();
  readonly #bytesMax: number;
  readonly #keptMs: number;
  #bytes = 0;

  constructor(bytesMax = heldMaxBytes, keptMs = heldMs) {
    this.#bytesMax = bytesMax;
    this.#keptMs = keptMs;
  }

  get heldBytes(): number {
    return this.#bytes;
  }

  /** Holds a message cut into parts; its id, or null when too much is held. */
  hold(bytes: Buffer, size: number): { readonly id: string; readonly count: number } | null {
    const id = randomUUID();
    const count = Math.ceil(bytes.length / size);
    for (let index = 0; index < count; index += 1) {
      if (!this.add(id, index, bytes.subarray(index * size, (index + 1) * size))) {
        this.#drop(id);
        return null;
      }
    }
    return { id, count };
  }

  /** A part of a held message, or null. The last one ends it. */
  fetch(id: string, index: number): Buffer | null {
    const held = this.#held.get(id);
    const part = held?.parts[index] ?? null;
    if (held !== undefined && index === held.parts.length - 1) this.#drop(id);
    return part;
  }

  /** Adds the next part of a message. False when it is not the next one, or too much is held. */
  add(id: string, index: number, part: Buffer): boolean {
    const held = this.#held.get(id) ?? this.#begin(id, index);
    if (held === null || held.parts.length !== index || this.#bytes + part.length > this.#bytesMax) return false;
    held.parts.push(part);
    this.#bytes += part.length;
    return true;
  }

  /** The whole of a message whose parts have come, which ends it; null when there is none. */
  take(id: string): Buffer | null {
    const held = this.#held.get(id);
    if (held === undefined) return null;
    this.#drop(id);
    return Buffer.concat(held.parts);
  }

  close(): void {
    for (const id of this.#held.keys()) this.#drop(id);
  }

  #begin(id: string, index: number): Held | null {
    if (index !== 0) return null;
    const held = { parts: [], timer: setTimeout(() => this.#drop(id), this.#keptMs).unref() };
    this.#held.set(id, held);
    return held;
  }

  #drop(id: string): void {
    const held = this.#held.get(id);
    if (held === undefined) return;
    clearTimeout(held.timer);
    this.#held.delete(id);
    for (const { length } of held.parts) this.#bytes -= length;
  }
}
