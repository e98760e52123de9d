/**
 * The origin of the page that calls, when it is this exchange's own: the configured one, or without one the address
 * that the request came to. Null for other sites and non-browsers.
 *
 * A page cannot choose its `Origin`, and browsers bind passkeys to it; so a foreign proxy's domain gets separate
 * passkeys, which are useless elsewhere.
 *
 * @param named the `Origin` header
 * @param host name and port the request came to
 * @param configured `PUBLIC_ORIGIN`, or null
 */
export function ownOrigin(named: string | undefined, host: string, configured: string | null): string | null {
  if (named === undefined || !URL.canParse(named)) return null;
  const url = new URL(named);
  if (!/^https?:$/.test(url.protocol) || url.origin !== named) return null;
  const isOwn = configured === null ? url.host === host : named === configured;
  return isOwn ? named : null;
}
