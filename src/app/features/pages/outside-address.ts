/**
 * Judges addresses that lead out of the app: links in messages, articles and of the operator, and what the web view is
 * asked to show. One rule for all of them, and in doubt an address is not opened: a user who wants it all the same
 * can type it into a browser.
 */

/** An address that may be opened outside of the app. */
export interface OutsideAddress {
  /** The whole address, always `https:`, as the browser reads it. */
  readonly url: string;
  /** The name of the host alone: ASCII, lower case, no port, no user, no trailing dot. */
  readonly host: string;
}

/**
 * Why an address is never opened.
 *
 * - `not-https`: another scheme or none, as `javascript:`, `data:`, `http:`, `//host`, `/path`
 * - `hidden`: characters that are not seen or that mislead: backslashes, blanks, tabs, line ends, marks of direction
 * - `user`: a name or password before the host, which reads like another host
 * - `port`: a port of its own
 * - `not-a-name`: the host is an IP address, a name of a local network, or no name at all
 * - `foreign-letters`: letters beyond a–z in the host, also as punycode: they can look like others
 * - `look-alike`: the host looks like one that is trusted here, and is not
 * - `too-long`: more than `outsideAddressMax` characters
 */
export type OutsideFault =
  | 'not-https'
  | 'hidden'
  | 'user'
  | 'port'
  | 'not-a-name'
  | 'foreign-letters'
  | 'look-alike'
  | 'too-long';

export type Judgement =
  | { readonly opens: true; readonly address: OutsideAddress }
  | { readonly opens: false; readonly fault: OutsideFault };

/** Characters of an address at most; longer ones do not fit into what users can check. */
export const outsideAddressMax = 2_048;

/** The longest name and the longest part of a name that DNS knows. */
const nameMax = 253;
const labelMax = 63;

/**
 * Everything that is not drawn or turns around what is: controls, blanks of all kinds, zero-width marks, marks of
 * direction, lone surrogates, selectors of variants; and the backslash, which browsers read as a slash.
 */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\\]|\p{Variation_Selector}|\u115f|\u1160|\u2800|\u3164|\uffa0/u;

/** `https:`, exactly two slashes, and the part before the path, the query or the fragment. */
const secureAddress = /^https:\/\/([^/?#]+)(?=[/?#]|$)/i;

const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Last parts of names that do not lead into the internet. */
const localEndings = new Set([
  'local',
  'localhost',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'arpa',
]);

/** Why a host in lower case is none of the internet's names, or null when it is one. */
function hostFault(host: string): OutsideFault | null {
  const labels = host.split('.');
  if (labels.some((part) => part.startsWith('xn--')) || /[^\p{ASCII}]/u.test(host)) return 'foreign-letters';
  const last = labels.at(-1) ?? '';
  const isName =
    labels.length > 1 &&
    host.length <= nameMax &&
    labels.every((part) => part.length <= labelMax && label.test(part)) &&
    /^[a-z]{2,}$/.test(last) &&
    !localEndings.has(last);
  return isName ? null : 'not-a-name';
}

/** A host with the characters that are mistaken for one another made one: `paypa1.example` reads `paypal.example`. */
function skeleton(host: string): string {
  return host
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replaceAll(/[1il|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll('-', '');
}

/** Whether a host is another one or below it. */
function isBelow(host: string, parent: string): boolean {
  return host === parent || host.endsWith(`.${parent}`);
}

/**
 * Whether a host is made to be taken for a trusted one: written alike, or with the trusted name in front of its own.
 */
function resembles(host: string, trusted: string): boolean {
  if (isBelow(host, trusted)) return false;
  const own = host.split('.');
  const end = own.slice(-trusted.split('.').length).join('.');
  if (skeleton(end) === skeleton(trusted)) return true;
  const name = trusted.replaceAll('.', '-');
  return `.${host}`.includes(`.${trusted}.`) || own.some((part) => part === name);
}

/**
 * Whether and where an address may be opened outside of the app. The text is judged as it is: nothing is cut off,
 * decoded or completed, because what the user was shown is what must be opened.
 *
 * @param trusted hosts that others may want to be taken for: the app's own and those of the allow-list; names without
 *   a dot, as `localhost`, are passed over
 */
export function judgeAddress(text: string, trusted: readonly string[] = []): Judgement {
  const refuse = (fault: OutsideFault): Judgement => ({ opens: false, fault });
  if (text.length > outsideAddressMax) return refuse('too-long');
  if (hiddenCharacters.test(text)) return refuse('hidden');
  const authority = secureAddress.exec(text)?.[1];
  if (authority === undefined) return refuse('not-https');
  if (authority.includes('@')) return refuse('user');
  if (/^\[|:.*:/.test(authority)) return refuse('not-a-name');
  if (authority.includes(':')) return refuse('port');
  const host = authority.toLowerCase();
  const fault = hostFault(host);
  if (fault !== null) return refuse(fault);
  const names = trusted.map((name) => name.replace(/^\*\./, '')).filter((name) => name.includes('.'));
  // A trusted host imitates none, however alike two trusted ones are.
  if (!names.some((name) => isBelow(host, name)) && names.some((name) => resembles(host, name)))
    return refuse('look-alike');
  // The browser must read the same out of it; whatever it reads differently is a trick not known here.
  const parsed = URL.canParse(text) ? new URL(text) : null;
  const isSame =
    parsed?.protocol === 'https:' &&
    parsed.host === host &&
    parsed.username === '' &&
    parsed.password === '' &&
    parsed.href.startsWith(`https://${host}/`);
  return isSame ? { opens: true, address: { url: parsed.href, host } } : refuse('not-a-name');
}

/**
 * Whether a host is on an allow-list.
 *
 * @param hosts names as in `docs.example.com`, which is this host alone, or `*.example.com`, which is every host below
 *   `example.com` and not itself; the same meaning as in a content security policy
 */
export function isListedHost(host: string, hosts: readonly string[]): boolean {
  return hosts.some((listed) =>
    listed.startsWith('*.') ? host.endsWith(listed.slice(1)) && host !== listed.slice(2) : host === listed,
  );
}
