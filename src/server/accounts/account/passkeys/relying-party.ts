/** IP addresses as hosts: browsers do not allow passkeys there. */
const number = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/** The relying party id of an origin, or null where browsers do not allow passkeys. */
export function relyingParty(origin: string): string | null {
  const { protocol, hostname } = new URL(origin);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return number.test(hostname) || (protocol !== 'https:' && !isLocal) ? null : hostname;
}
