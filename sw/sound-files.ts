/**
 * Which responses are what they claim to be. Networks with a sign-in page of their own answer any address with HTML and
 * status 200: what is stored or served is judged by its content, never by its status alone.
 */

/** Content types by the ending of a name; others are not judged. */
const types: readonly (readonly [ending: RegExp, type: RegExp])[] = [
  [/\.js$/, /^(?:text|application)\/javascript\b/],
  [/\.css$/, /^text\/css\b/],
  [/\.json$/, /^application\/json\b/],
  [/\.html$/, /^text\/html\b/],
  [/\.svg$/, /^image\/svg\+xml\b/],
  [/\.(?:png|jpe?g|webp)$/, /^image\/(?!svg)/],
];

/** Whether a response is complete and of the type that its name says. @param path of its address, as in `/assets/a.js` */
export function hasRightType({ status, headers }: Pick<Response, 'status' | 'headers'>, path: string): boolean {
  const type = headers.get('content-type') ?? '';
  return status === 200 && types.every(([ending, expected]) => !ending.test(path) || expected.test(type));
}

/** SHA-256 of decoded bytes, in base64. A digest in a list of the build may be cut: it is compared as the start of this. */
export async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCodePoint(...digest));
}

/** Header of stored copies: the digest that was found when the copy was stored, so that it is not computed at each use. */
const digestHeader = 'dunlin-digest';

/** Whether a stored copy was found right before, for a digest of the build. */
export function isMarked({ headers }: Pick<Response, 'headers'>, digest: string): boolean {
  return headers.get(digestHeader)?.startsWith(digest) ?? false;
}

/** Whether a response came from `soundResponse` with a digest: only such copies of the build's files are stored. */
export function wasDigested({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.has(digestHeader);
}

/**
 * The same response once its content was found right; null when it is something else. Its body is read where there is a
 * digest.
 *
 * @param path of its address
 * @param digest of its decoded body, or the start of it; undefined when the build does not know the file
 */
export async function soundResponse(
  response: Response,
  path: string,
  digest: string | undefined,
): Promise<Response | null> {
  if (!hasRightType(response, path)) return null;
  if (digest === undefined) return response;
  const bytes = await response.arrayBuffer();
  const found = await digestOf(bytes);
  if (!found.startsWith(digest)) return null;
  const headers = new Headers(response.headers);
  headers.set(digestHeader, found);
  // The body is decoded, and its length another one.
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response(bytes, { headers });
}
