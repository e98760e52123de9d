import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const inlineElement = /<(script|style)(\s[^>]*)?>([\s\S]*?)<\/\1>/gi;

/** CSP hashes of the inline scripts or styles of a page, as it was built. */
function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  const hashes: string[] = [];
  for (const [, name, attributes = '', content = ''] of html.matchAll(inlineElement)) {
    if (name?.toLowerCase() !== element || /\ssrc\s*=/i.test(attributes)) continue;
    if (content !== '') hashes.push(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
  }
  return hashes;
}

/** What the app may use besides this origin. */
export interface OtherOrigins {
  /** Origins of API, stream or files if different (design section 6). */
  readonly own: readonly string[];
  /** Hosts whose pages may be shown in a frame of the web view: names, or `*.name` for every host below it. */
  readonly framedHosts: readonly string[];
  /** Origins of pictures: the tile server of the map. */
  readonly pictures: readonly string[];
}

/** A list of sources; an empty one allows nothing. */
function sources(...list: readonly string[]): string {
  return list.length === 0 ? "'none'" : list.join(' ');
}

/**
 * The content security policy of the app: everything from this origin, no inline script or style but those of the built
 * page, by hash. A frame redirected to an unlisted host stays empty.
 */
export function contentSecurityPolicy(indexHtml: string, others: OtherOrigins): string {
  return [
    "default-src 'none'",
    `script-src ${sources("'self'", ...inlineHashes(indexHtml, 'script'))}`,
    `style-src ${sources("'self'", ...inlineHashes(indexHtml, 'style'))}`,
    `img-src ${sources("'self'", ...others.own, ...others.pictures, 'data:', 'blob:')}`,
    "font-src 'self'",
    `connect-src ${sources("'self'", ...others.own)}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-src ${sources(...others.framedHosts.map((host) => `https://${host}`))}`,
    "frame-ancestors 'none'",
    // Texts become scripts or markup nowhere; the one policy of the page, in index.html, lets scripts of its build load.
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/**
 * The page itself may ask for the camera, which reads QR codes of addresses, and at a tap on the map for the place
 * of the device; nothing else that a device has, and pages in frames for nothing.
 */
const permissions = [
  'accelerometer=()',
  'browsing-topics=()',
  'camera=(self)',
  'display-capture=()',
  'geolocation=(self)',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  'usb=()',
].join(', ');

/** What every answer says, whatever it is. */
const always = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Files that never become a document or a worker: scripts, styles and pictures of the build. On them the headers of
 * documents would be a kilobyte that says nothing. Workers take the policy of their own script, so they keep theirs.
 */
const partsOfDocuments = /^\/(?:assets|coins|icons)\/(?![^/]*worker)[\w.-]+$/;

/**
 * Sets the security headers of every answer, in one hook (a general plugin costs three times as much). Whatever is not
 * known to be a part of a document is treated as one.
 */
export function registerSecurityHeaders(app: FastifyInstance, policy: string): void {
  const ofDocuments = {
    ...always,
    'content-security-policy': policy,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': permissions,
    'cross-origin-opener-policy': 'same-origin',
    'x-permitted-cross-domain-policies': 'none',
  };
  /** Answers of calls: shown in a frame or opened in a tab they do nothing. */
  const ofCalls = {
    ...always,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  };
  app.addHook('onRequest', (request, reply, next) => {
    if (partsOfDocuments.test(request.url)) {
      reply.headers(always);
    } else {
      reply.headers(request.routeOptions.config.isCall === true ? ofCalls : ofDocuments);
      reply.header('x-request-id', request.id);
    }
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    next();
  });
}
