/** Where random numbers come from: `crypto` of a page, of a worker or of Node. */
export interface RandomSource {
  getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array;
}

/**
 * A random id of 128 bits, as 32 hexadecimal digits. The one way to make an id in browsers: `crypto.randomUUID` is
 * missing on origins that are not secure, such as an exchange that is opened by its address in the home network.
 */
export function randomId(source: RandomSource): string {
  return Array.from(source.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
