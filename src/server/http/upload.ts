import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { uploadMaxBytes } from '#protocol/core/limits.ts';
import { Refusal } from '../core/failures/refusal.ts';
import { RequestFault } from '../core/failures/request-fault.ts';
import type { Upload } from '../core/asked-call.ts';
import type { UploadedFile } from '../core/handler.ts';

/** The file field of an upload. */
const fileField = 'file';
/** A form has few short fields; only the file is large. */
const formLimits = { fields: 4, fieldNameSize: 40, fieldSize: 200, files: 1, parts: 5, headerPairs: 20 };
/** An oversized body is read to its end and dropped, so that the sender gets the reason; beyond this it is aborted. */
const drainedMaxBytes = 6 * uploadMaxBytes;
/** Concurrent uploads, all held in memory: in total, and per user. */
const uploadsAtOnce = 24;
const uploadsAtOncePerUser = 4;

/** Registers the route of an upload: the only ones that read a `multipart/form-data` body. */
export function registerUploadRoute(api: FastifyInstance, route: RouteOptions): void {
  api.register(async (scope) => {
    await scope.register(multipart, { limits: { ...formLimits, fileSize: uploadMaxBytes }, throwFileSizeLimit: false });
    scope.route(route);
  });
}

/**
 * The form of an upload: short texts and exactly one file. The body is read to its end whatever is wrong with it.
 *
 * @throws Refusal `uploadPhotos` with reason `size` when the file is larger than `uploadMaxBytes`
 * @throws RequestFault 400 when it is no form, lacks its file, or has a field twice or one too long; 413 when it is so
 *   large that it is not read at all
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw badForm('no multipart/form-data');
  if (Number(request.headers['content-length'] ?? 0) > drainedMaxBytes) {
    throw new RequestFault(413, 'operationFailed', 'The form is too large to be read');
  }
  try {
    return await readParts(request);
  } catch (error) {
    if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error;
    // The parser throws plain errors on invalid headers, boundaries and ends.
    throw badForm(String(error));
  }
}

async function readParts(request: FastifyRequest): Promise<Upload> {
  const fields = new Map<string, unknown>();
  let file: UploadedFile | null = null;
  let fault: Error | null = null;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname !== fileField || file !== null) fault ??= badForm('another file');
      const bytes = await part.toBuffer();
      if (part.file.truncated) fault ??= new Refusal('uploadPhotos', { reason: 'size' });
      file = { bytes };
    } else {
      if (part.fieldnameTruncated || part.valueTruncated) fault ??= badForm('a field is too long');
      if (fields.has(part.fieldname)) fault ??= badForm('a field given twice');
      fields.set(part.fieldname, part.value);
    }
  }
  if (fault !== null) throw fault;
  if (file === null) throw badForm('no file');
  return { fields: Object.fromEntries(fields), file };
}

function badForm(what: string): RequestFault {
  return new RequestFault(400, 'operationFailed', `Bad form: ${what}`);
}

/** Limits concurrent uploads: a refused one may be retried shortly. */
interface UploadGate {
  /** @throws RequestFault 429 while the user, or all users together, have too many uploads in progress */
  within<Answer>(user: bigint | null, work: () => Promise<Answer>): Promise<Answer>;
}

export function createUploadGate(): UploadGate {
  const inHand = new Map<bigint | null, number>();
  let all = 0;
  return {
    async within(user, work) {
      const own = inHand.get(user) ?? 0;
      if (all >= uploadsAtOnce || own >= uploadsAtOncePerUser) {
        throw new RequestFault(429, 'busyRetry', 'Too many uploads at once');
      }
      all += 1;
      inHand.set(user, own + 1);
      try {
        return await work();
      } finally {
        all -= 1;
        const left = (inHand.get(user) ?? 1) - 1;
        if (left === 0) inHand.delete(user);
        else inHand.set(user, left);
      }
    },
  };
}
