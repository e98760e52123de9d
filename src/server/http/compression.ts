import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Below this a packet is not saved. */
const leastBytes = 1_400;
/** Fast enough for every answer: a page of candles takes less than a millisecond, off the main thread. */
const gzipLevel = 4;
const brotliQuality = 4;

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** The best accepted encoding, or null. */
export function chosenEncoding(acceptEncoding: string | string[] | undefined): 'br' | 'gzip' | null {
  const taken = String(acceptEncoding ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') ? 'gzip' : null;
}

/**
 * Compresses the larger public answers of the API: lists, candles and texts, for phones on slow networks. Private
 * answers are not compressed: the compressed length would leak secrets in them.
 */
export function registerCompression(api: FastifyInstance): void {
  // Added to the routes concerned: a hook of all of them would cost every order a promise.
  api.addHook('onRoute', (route) => {
    if (route.config?.isPublicRead === true) route.onSend = compressed;
  });
}

async function compressed(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < leastBytes) return payload;
  reply.header('vary', 'accept-encoding');
  const encoding = chosenEncoding(request.headers['accept-encoding']);
  if (encoding === null) return payload;
  reply.header('content-encoding', encoding);
  reply.removeHeader('content-length');
  return compress(payload, encoding);
}

/** A text for this request, in the best encoding it accepts. */
export async function compressText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<string | Buffer> {
  reply.header('vary', 'accept-encoding');
  const encoding = chosenEncoding(request.headers['accept-encoding']);
  if (encoding === null) return text;
  reply.header('content-encoding', encoding);
  return compress(text, encoding);
}

/** Compresses quickly, off the main thread. */
export function compress(payload: string | Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(payload, { level: gzipLevel });
  return toBrotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
}

/** Answers with a fixed text, in the encoding that is asked for. */
export type FixedText = (request: FastifyRequest, reply: FastifyReply) => Promise<string | Buffer>;

/**
 * Serves a text that is constant for the life of the process: compressed once per encoding, so that repeated requests
 * are cheap.
 */
export function fixedText(text: string): FixedText {
  const made = new Map<'br' | 'gzip', Promise<Buffer>>();
  return async (request, reply) => {
    reply.header('vary', 'accept-encoding');
    const encoding = chosenEncoding(request.headers['accept-encoding']);
    if (encoding === null) return text;
    reply.header('content-encoding', encoding);
    const known = made.get(encoding) ?? compress(text, encoding);
    made.set(encoding, known);
    return known;
  };
}
