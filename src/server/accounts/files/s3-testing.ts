import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { minuteMs } from '#protocol/core/durations.ts';

/** The signed parts of a request. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** A pair of keys, as a user of AWS has. */
export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest();

/**
 * Whether a request carries the signature that its keys make, worked out from what was sent with node:crypto alone (AWS
 * Signature Version 4, in the header).
 *
 * @returns the S3 error code, or null
 */
export function signatureFault(request: SignedRequest, keys: S3Keys, region: string): string | null {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers['authorization'] ?? '',
    );
  if (parts === null) return 'AccessDenied';
  const [, id, date = '', scopeRegion = '', names = '', signature = ''] = parts;
  const time = request.headers['x-amz-date'] ?? '';
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  const signed = names.split(';');
  const isWhole = ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name));
  if (!isWhole || !time.startsWith(date) || scopeRegion !== region) return 'AuthorizationHeaderMalformed';
  const [path = '', query = ''] = request.url.split('?');
  const canonical = [
    request.method,
    path,
    query === '' ? '' : query.split('&').toSorted().join('&'),
    ...signed.map((name) => `${name}:${(request.headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${keys.secretAccessKey}`, date));
  const isRight = timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
  return isRight ? null : 'SignatureDoesNotMatch';
}

/** Injected faults of a request. */
export type S3Fault =
  /** Answers 503 SlowDown. */
  | 'slow-down'
  /** Closes the connection before processing. */
  | 'cut'
  /** Processes the request and closes the connection instead of answering. */
  | 'cut-after'
  /** Closes the connection in the middle of the answer. */
  | 'cut-within'
  /** Never answers. */
  | 'hang'
  /** Sends an endless answer. */
  | 'endless'
  /** Sends the request elsewhere. */
  | 'redirect'
  /** Answers 404 like an unrelated proxy. */
  | 'lost';

/** An S3-speaking server in memory, for tests: one bucket, addressed by path. */
export interface S3Peer {
  readonly endpoint: string;
  readonly keys: S3Keys;
  /** Bodies by key. */
  readonly objects: Map<string, Buffer>;
  /** `GET key`, in order, of every request that arrived. */
  readonly asked: string[];
  /** Page size limit of listings. */
  listMax: number;
  /** How far its clock is ahead. */
  aheadMs: number;
  /** Faults of the next requests in order, then `always`. */
  readonly faults: { next: S3Fault[]; always: S3Fault | null };
  close(): Promise<void>;
}

const skewMaxMs = 15 * minuteMs;

/** @param clock of the test: signatures are dated by it */
export async function startS3Peer(
  clock: () => number,
  { bucket = 'images', region = 'eu-test-1' }: { readonly bucket?: string; readonly region?: string } = {},
): Promise<S3Peer> {
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const keys = { accessKeyId: 'AKIATESTTESTTEST', secretAccessKey: 'a/secret+of=a test'.repeat(2) };
  const peer: Omit<S3Peer, 'endpoint'> = {
    keys,
    objects: new Map(),
    asked: [],
    listMax: 1_000,
    aheadMs: 0,
    faults: { next: [], always: null },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', 'http://peer');
    const [, asked = '', ...key] = decodeURIComponent(url.pathname).split('/');
    peer.asked.push(`${request.method} ${key.join('/')}`);
    const fault = peer.faults.next.shift() ?? peer.faults.always;
    if (fault !== null && breaks(fault, response)) return;
    const now = clock() + peer.aheadMs;
    const refusal =
      refusalOf(request, body, { keys, region, now }) ??
      (asked === bucket ? null : { status: 404, xml: error('NoSuchBucket') });
    const { status, xml, bytes }: Answer = refusal ?? act(request.method ?? '', key.join('/'), url.searchParams, body);
    if (fault === 'cut-after') {
      response.destroy();
      return;
    }
    const content = bytes ?? Buffer.from(xml ?? '');
    response.writeHead(status, {
      date: new Date(now).toUTCString(),
      ...(status === 204 ? {} : { 'content-length': content.length }),
    });
    if (fault === 'cut-within') response.write(content.subarray(0, content.length / 2), () => response.destroy());
    else response.end(status === 204 ? undefined : content);
  }

  function act(method: string, key: string, query: URLSearchParams, body: Buffer): Answer {
    if (key === '') return { status: 200, xml: listing(peer, query) };
    const found = peer.objects.get(key);
    if (method === 'PUT') peer.objects.set(key, body);
    if (method === 'DELETE') peer.objects.delete(key);
    if (method === 'DELETE') return { status: 204 };
    if (method === 'PUT') return { status: 200 };
    return found === undefined ? { status: 404, xml: error('NoSuchKey') } : { status: 200, bytes: found };
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(peer, { endpoint: `http://127.0.0.1:${port}` });
}

interface Answer {
  readonly status: number;
  readonly xml?: string;
  readonly bytes?: Buffer;
}

/** Why a request is not served: its signature, its time or its content; null when nothing is wrong. */
function refusalOf(
  request: IncomingMessage,
  body: Buffer,
  { keys, region, now }: { readonly keys: S3Keys; readonly region: string; readonly now: number },
): Answer | null {
  const headers = request.headers as Record<string, string | undefined>;
  const signed = { method: request.method ?? '', url: request.url ?? '', headers };
  const fault = signatureFault(signed, keys, region);
  if (fault !== null) return { status: 403, xml: error(fault) };
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(headers['x-amz-date'] ?? '') ?? [];
  const [year = 0, month = 0, ...rest] = parts.map(Number);
  const signedAt = Date.UTC(year, month - 1, ...(rest as [number, number, number, number]));
  if (!(Math.abs(signedAt - now) <= skewMaxMs)) return { status: 403, xml: error('RequestTimeTooSkewed') };
  if (headers['x-amz-content-sha256'] !== sha256(body)) return { status: 400, xml: error('XAmzContentSHA256Mismatch') };
  return null;
}

/** ListObjectsV2: a token is the last key, wrapped so that it is not mistaken for one. */
function listing(peer: Pick<S3Peer, 'objects' | 'listMax'>, query: URLSearchParams): string {
  const token = query.get('continuation-token');
  const after = token === null ? '' : Buffer.from(token.slice(1, -1), 'base64').toString();
  const most = Math.min(Number(query.get('max-keys') ?? 1_000), peer.listMax);
  const keysHere = [...peer.objects.keys()].toSorted().filter((key) => key.startsWith(query.get('prefix') ?? ''));
  const behind = keysHere.filter((key) => key > after);
  const page = behind.slice(0, most);
  const isTruncated = behind.length > page.length;
  const next = `&lt;${Buffer.from(page.at(-1) ?? '').toString('base64')}&gt;`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${page
    .map((key) => `<Contents><Key>${key.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</Key></Contents>`)
    .join('')}${isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}</ListBucketResult>`;
}

function error(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`;
}

/** @returns whether the request is finished */
function breaks(fault: S3Fault, response: ServerResponse): boolean {
  switch (fault) {
    case 'slow-down':
      response.writeHead(503).end(error('SlowDown'));
      return true;
    case 'cut':
      response.destroy();
      return true;
    case 'hang':
      return true;
    case 'endless': {
      response.writeHead(200);
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
      return true;
    }
    case 'redirect':
      response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
      return true;
    case 'lost':
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>');
      return true;
    case 'cut-after':
    case 'cut-within':
      return false;
  }
}
