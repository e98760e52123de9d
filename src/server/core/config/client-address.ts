import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Which proxies in front of the exchange are trusted to name the client. */
export type TrustedProxies =
  | { readonly kind: 'none' }
  /** The number of proxies between the exchange and its clients. */
  | { readonly kind: 'count'; readonly count: number }
  /** Those that connect from these networks. */
  | { readonly kind: 'networks'; readonly networks: BlockList };

/** The client of a request, as far as its headers are trusted. */
interface ClientAddress {
  /**
   * The key of rate limits: an IPv4 address, or the /64 of an IPv6 address, because a client with one address of a /64
   * has all of them. Both forms of an IPv4 address are equal.
   */
  readonly network: string;
  /** A program on this machine connected, without proxy headers. */
  readonly isLocal: boolean;
}

/** What is read of a request or an upgrade. */
export interface AddressedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** A network that the limits of an address count for. */
interface CountedNetwork {
  readonly network: string;
  /** How many times the limit of one address all of it may use. */
  readonly times: number;
}

/** Whoever has a /48 has 65,536 networks of /64; a carrier gives its customers one each. */
const wideTimes = 16;
const narrowIpv6 = /^([\da-f]{1,4}:[\da-f]{1,4}:[\da-f]{1,4}):[\da-f]{1,4}::\/64$/;
const widePrefix = '/48';

/**
 * The networks that a limit of an address counts for, the narrowest first: an IPv4 address for itself, a /64 of IPv6 also
 * for its /48. Every limit per address asks here.
 *
 * @param network as `clientAddress` names it
 */
export function countedNetworks(network: string): readonly CountedNetwork[] {
  const narrow = { network, times: 1 };
  const prefix = narrowIpv6.exec(network)?.[1];
  return prefix === undefined ? [narrow] : [narrow, { network: `${prefix}::${widePrefix}`, times: wideTimes }];
}

/** How many times the limit of one address a counted network may use. */
export function timesOf(network: string): number {
  return network.endsWith(widePrefix) ? wideTimes : 1;
}

export const noProxies: TrustedProxies = { kind: 'none' };

const proxiesMax = 10;
const networksMax = 50;
/** A wider network is not the operator's own; trusting it would trust everyone. */
const leastPrefix = { 4: 8, 6: 7 } as const;
/** Most entries of a proxy chain that are examined, from the exchange's side. */
const hopsMax = 32;
const forwardingHeaders = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'x-original-host',
]);

/**
 * Parses the setting: the number of proxies (0 or `false` for none), or their addresses and networks separated by
 * commas.
 *
 * @returns null for anything else, and for networks that are too wide
 */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  if (text === 'false') return noProxies;
  if (/^\d{1,3}$/.test(text)) {
    const count = Number(text);
    if (count > proxiesMax) return null;
    return count === 0 ? noProxies : { kind: 'count', count };
  }
  const parts = text.split(',').map((part) => part.trim());
  const networks = new BlockList();
  if (parts.length > networksMax || !parts.every((part) => addNetwork(networks, part))) return null;
  return { kind: 'networks', networks };
}

function addNetwork(networks: BlockList, part: string): boolean {
  const [address = '', prefix, ...rest] = part.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  const most = family === 4 ? 32 : 128;
  const bits = prefix === undefined ? most : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (!(bits >= leastPrefix[family === 4 ? 4 : 6] && bits <= most)) return false;
  networks.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  return true;
}

/**
 * Whether a proxy is trusted. HTTP and stream share this rule; Fastify applies it too, to the host and scheme a proxy
 * names.
 *
 * @param hop 0 for the peer that connected to the exchange, 1 for the address it named, and so on
 */
export function isTrustedProxy(trusted: TrustedProxies, address: string, hop: number): boolean {
  if (trusted.kind === 'none') return false;
  if (trusted.kind === 'count') return hop < trusted.count;
  const plain = plainAddress(address);
  return plain !== null && trusted.networks.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
}

/**
 * The client of a request. Entries are read from the exchange's side outward, each only while the proxy that added it
 * is trusted: what a client writes into the header itself lies beyond its own address and is never reached.
 */
export function clientAddress(trusted: TrustedProxies, { headers, socket }: AddressedRequest): ClientAddress {
  const connected = socket.remoteAddress ?? '';
  const forwarded = trusted.kind === 'none' ? [] : namesIn(headers).slice(-hopsMax);
  const plain = plainAddress(connected);
  let address = plain ?? 'unknown';
  for (let hop = 0; isTrustedProxy(trusted, address, hop); hop += 1) {
    // A proxy that names no valid client counts as the client itself.
    const next = plainAddress(forwarded.pop() ?? '');
    if (next === null) break;
    address = next;
  }
  return { network: networkOf(address), isLocal: isLoopback(plain) && !isForwarded(headers) };
}

function isLoopback(address: string | null): boolean {
  return address !== null && (address === '::1' || address.startsWith('127.'));
}

function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => name.startsWith('x-forwarded') || forwardingHeaders.has(name));
}

/** An address without port, brackets and zone, IPv4 in dotted form; null when it is invalid. */
export function plainAddress(text: string): string | null {
  // The common case.
  if (isIP(text) === 4) return text;
  const trimmed = text.trim();
  const unbracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^([\d.]+):\d{1,5}$/, '$1');
  const address = unbracketed.replace(/%.*$/, '');
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : null;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  if (!isMapped) return address.toLowerCase();
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail] = hex.split('::');
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const first = read(head);
  const last = tail === undefined ? [] : read(tail);
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const prefix = groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** The hops that proxies noted, the nearest last. */
function namesIn(headers: IncomingHttpHeaders): string[] {
  return [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
}
