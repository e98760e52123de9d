import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Clock } from '#server/core/clock/clock.ts';
import type { S3Access } from '#server/core/config/file-store-setting.ts';
import { FileStoreAway } from './object-store.ts';

/** One request below the endpoint. */
export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Begins with a slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Maximum size of a response body. */
  readonly answerMaxBytes: number;
}

export interface S3Answer {
  readonly status: number;
  readonly body: Buffer;
  /** The code of an error answer, as in `NoSuchKey`; null when it has none. */
  readonly code: string | null;
}

/** Timeout per attempt, number of attempts, and the first retry delay. */
export interface S3Limits {
  readonly tryMs: number;
  readonly tries: number;
  readonly pauseMs: number;
}

const s3Limits: S3Limits = { tryMs: 2_000, tries: 4, pauseMs: 80 };

/** Retryable responses: marked so by S3, or from an intermediate proxy. */
const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const errorMaxBytes = 16 * 1024;
const emptyHash = createHash('sha256').digest('hex');

/**
 * Sends signed requests (AWS Signature Version 4, with the hash of the body signed too), each with a few attempts: all
 * requests used here are idempotent. Redirects are not followed: they would send signed requests elsewhere.
 *
 * @throws FileStoreAway when no attempt was answered, or the last answer was a transient failure
 */
export function createS3Requests(access: S3Access, clock: Clock, limits: S3Limits = s3Limits) {
  /** How far the store's clock is ahead of ours; a signature is refused when they are a quarter of an hour apart. */
  let aheadMs = 0;

  async function tryOnce(request: S3Request, signal: AbortSignal): Promise<S3Answer> {
    const response = await fetch(await signed(access, request, clock() + aheadMs), {
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.tryMs)]),
    });
    const body = await readBounded(response, response.ok ? request.answerMaxBytes : errorMaxBytes);
    const code = response.ok ? null : (/<Code>(\w{1,64})<\/Code>/.exec(body.toString('utf8'))?.[1] ?? null);
    const theirTime = Date.parse(response.headers.get('date') ?? '');
    if (code === 'RequestTimeTooSkewed' && !Number.isNaN(theirTime)) aheadMs = theirTime - clock();
    return { status: response.status, body, code };
  }

  return async (request: S3Request, signal: AbortSignal): Promise<S3Answer> => {
    let failure: unknown;
    for (let tried = 0; tried < limits.tries && !signal.aborted; tried += 1) {
      if (tried > 0) await pause(limits.pauseMs * 2 ** (tried - 1), signal);
      try {
        const answer = await tryOnce(request, signal);
        const isPassing = passing.has(answer.status) || (answer.code === 'RequestTimeTooSkewed' && tried === 0);
        if (!isPassing) return answer;
        failure = new Error(`HTTP ${answer.status} ${answer.code ?? ''}`);
      } catch (error) {
        failure = error;
      }
    }
    throw new FileStoreAway('the bucket of files does not answer', { cause: failure });
  };
}

async function signed(access: S3Access, { method, path, query, body }: S3Request, now: number): Promise<Request> {
  const url = new URL(path, access.endpoint);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const hash = body === undefined ? emptyHash : createHash('sha256').update(body).digest('hex');
  const signer = new AwsV4Signer({
    url: url.toString(),
    method,
    service: 's3',
    region: access.region,
    accessKeyId: access.accessKeyId,
    secretAccessKey: access.secretAccessKey,
    datetime: new Date(now).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
    headers: { 'x-amz-content-sha256': hash },
  });
  const { url: signedUrl, headers } = await signer.sign();
  return new Request(signedUrl, { method, headers, ...(body === undefined ? {} : { body: new Uint8Array(body) }) });
}

/** @throws Error when there is more of it */
async function readBounded(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error('the answer is larger than anything requested');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Jitter, so that concurrent failures do not retry at the same time. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
}
