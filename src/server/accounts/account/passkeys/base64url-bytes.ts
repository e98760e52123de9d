/** The bytes of a text in base64url, in memory of their own, as the library of passkeys takes them. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}
