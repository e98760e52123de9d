/** Random numbers from 0 to below 1 of random bytes. What the house's traders do is bet on: nobody may foretell it. */
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
