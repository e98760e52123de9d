import { type TrustedProxies, type AddressedRequest, isTrustedProxy, plainAddress } from './client-address.ts';

const countryPattern = /^[A-Z]{2}$/;

/** What proxies send for an address whose country they do not know. */
const unknownCountry = 'XX';

/**
 * The country of a connection, as ISO 3166-1 alpha-2, from the header a proxy sets; null when none is configured, the
 * peer is not a trusted proxy, or the header is anything but one known country. What a client sends itself never counts:
 * the proxy replaces it.
 *
 * @param header name of the header in lower case; null for none
 */
export function connectionCountry(
  trusted: TrustedProxies,
  header: string | null,
  { headers, socket }: AddressedRequest,
): string | null {
  if (header === null) return null;
  const peer = plainAddress(socket.remoteAddress ?? '');
  if (peer === null || !isTrustedProxy(trusted, peer, 0)) return null;
  const sent = headers[header];
  const country = typeof sent === 'string' ? sent.trim().toUpperCase() : '';
  return countryPattern.test(country) && country !== unknownCountry ? country : null;
}
