/** Names of a host that are numbers: browsers give them no passkeys. */
const number = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/** The name that passkeys of an origin belong to, or null where a browser makes none. */
export function relyingParty(origin: string): string | null {
  const { protocol, hostname } = new URL(origin);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return number.test(hostname) || (protocol !== 'https:' && !isLocal) ? null : hostname;
}
