/**
 * Random numbers from 0 to below 1 from random bytes. Users bet on what the house's traders move, so it must be
 * unpredictable.
 */
export function uniformOf(bytes: (size: number) => Buffer): () => number {
  const most = 2 ** 48;
  let drawn: Buffer = Buffer.alloc(0);
  return () => {
    if (drawn.length === 0) drawn = bytes(6 * 256);
    const value = drawn.readUIntBE(0, 6);
    drawn = drawn.subarray(6);
    return value / most;
  };
}
