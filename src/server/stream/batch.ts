/**
 * Batches: what became due for a socket within one tick, as one WebSocket frame.
 *
 * Sockets with the same topics have the same fragments due in the same order, so batches form a tree whose edges are
 * fragments: sockets that took the same path are on the same node and share its bytes. Nothing is hashed or compared,
 * and a delivery costs one step down the tree.
 */

const opening = 0x5b;
const comma = 0x2c;
const closing = 0x5d;
/** FIN and opcode 1: a whole text message. */
const textMessage = 0x81;

/** One JSON fragment, made once per topic and tick and compared by identity. */
export type Fragment = Buffer;

export function fragment(value: unknown): Fragment {
  return Buffer.from(JSON.stringify(value));
}

/**
 * The bytes of one unmasked text frame (RFC 6455, section 5.2) whose message is the JSON array of the fragments.
 */
export function arrayFrame(fragments: readonly Fragment[]): Buffer {
  let length = Math.max(2, fragments.length + 1);
  for (const part of fragments) length += part.length;
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = textMessage;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  let at = head;
  frame[at++] = opening;
  for (let index = 0; index < fragments.length; index += 1) {
    const part = fragments[index] as Fragment;
    if (index > 0) frame[at++] = comma;
    frame.set(part, at);
    at += part.length;
  }
  frame[at] = closing;
  return frame;
}

/** A node of the tree of one tick: a sequence of fragments, and the frame that carries them. */
export class Batch {
  readonly #parent: Batch | null;
  readonly #fragment: Fragment | null;
  #lastFragment: Fragment | null = null;
  #lastBatch: Batch | null = null;
  #others: Map<Fragment, Batch> | null = null;
  #frame: Buffer | null = null;

  constructor(parent: Batch | null = null, fragment: Fragment | null = null) {
    this.#parent = parent;
    this.#fragment = fragment;
  }

  /** The batch with one more fragment; the same fragment leads to the same batch. */
  with(fragment: Fragment): Batch {
    if (this.#lastFragment === fragment && this.#lastBatch !== null) return this.#lastBatch;
    let next = this.#others?.get(fragment);
    if (next === undefined) {
      next = new Batch(this, fragment);
      (this.#others ??= new Map()).set(fragment, next);
    }
    this.#lastFragment = fragment;
    this.#lastBatch = next;
    return next;
  }

  /** The bytes to write, built once for all sockets on this node. */
  frame(): Buffer {
    this.#frame ??= arrayFrame(this.#fragments());
    return this.#frame;
  }

  #fragments(): Fragment[] {
    if (this.#parent === null || this.#fragment === null) return [];
    const fragments = this.#parent.#fragments();
    fragments.push(this.#fragment);
    return fragments;
  }
}
