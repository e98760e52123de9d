const lengthBytes = 4;

/** A message: facts as JSON, and bytes that are not looked into. */
export interface Frame {
  readonly head: unknown;
  readonly body: Buffer;
}

/** The bytes of a message: the length of its head, the head as JSON, then the body. */
export function packFrame(head: object, body: Uint8Array | string = ''): Buffer {
  const facts = JSON.stringify(head);
  const factsBytes = Buffer.byteLength(facts);
  const bodyBytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const frame = Buffer.allocUnsafe(lengthBytes + factsBytes + bodyBytes);
  frame.writeUInt32BE(factsBytes, 0);
  frame.write(facts, lengthBytes);
  if (typeof body === 'string') frame.write(body, lengthBytes + factsBytes);
  else frame.set(body, lengthBytes + factsBytes);
  return frame;
}

/** Reads a message; null when it is none. */
export function readFrame(bytes: Uint8Array): Frame | null {
  const frame = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (frame.length < lengthBytes) return null;
  const bodyAt = lengthBytes + frame.readUInt32BE(0);
  if (bodyAt > frame.length) return null;
  try {
    return { head: JSON.parse(frame.toString('utf8', lengthBytes, bodyAt)) as unknown, body: frame.subarray(bodyAt) };
  } catch {
    return null;
  }
}
