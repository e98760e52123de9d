import type { Clock } from '#server/core/clock/clock.ts';
import { boundedAsks } from './bounded-asks.ts';
import {
  assertObjectName,
  FileStoreAway,
  objectMaxBytes,
  objectName,
  objectsPerPage,
  type ObjectStore,
  probeName,
  storeAnswersWithinMs,
} from './object-store.ts';
import type { S3Access } from '#server/core/config/file-store-setting.ts';
import { createS3Requests, type S3Answer, type S3Limits } from './s3-requests.ts';

const atOnce = 32;
const waitingMax = 200;
const listMaxBytes = 2 * 1024 * 1024;

/** Overridden in tests. */
export interface S3Times {
  readonly withinMs: number;
  readonly limits?: S3Limits;
}

/**
 * A bucket of an S3-compatible store, addressed by path. A PUT is atomic and acknowledged once durable.
 *
 * @param folder bucket and prefix, as in `images/dunlin`
 */
export function s3Store(
  access: S3Access,
  folder: string,
  clock: Clock,
  times: S3Times = { withinMs: storeAnswersWithinMs },
): ObjectStore {
  const send = createS3Requests(access, clock, times.limits);
  const ask = boundedAsks({ atOnce, waitingMax, withinMs: times.withinMs });
  const [bucket = '', ...prefix] = folder.split('/');
  const keyStart = prefix.map((part) => `${part}/`).join('');
  const pathOf = (name: string) => `/${bucket}/${keyStart}${name}`;
  let probed = false;

  async function put(name: string, body: Buffer, signal: AbortSignal): Promise<void> {
    const answer = await send({ method: 'PUT', path: pathOf(name), body, answerMaxBytes: listMaxBytes }, signal);
    if (answer.status !== 200) throw refused(answer);
  }

  async function get(name: string, signal: AbortSignal): Promise<Buffer | null> {
    const answer = await send({ method: 'GET', path: pathOf(name), answerMaxBytes: objectMaxBytes }, signal);
    if (answer.status === 200) return answer.body;
    // Any other 404 concerns the bucket, or comes from a proxy.
    if (answer.status === 404 && answer.code === 'NoSuchKey') return null;
    throw refused(answer);
  }

  return {
    place: placeOfS3(access.endpoint, folder),
    // Written once per process, because writing may be forbidden; then only read, which is cheap.
    check: () =>
      ask(async (signal) => {
        if (!probed) await put(probeName, Buffer.from(probeName), signal);
        probed = true;
        const found = await get(probeName, signal);
        if (found?.toString() !== probeName) throw new FileStoreAway('the bucket does not hold what was written');
      }),
    async put(object, bytes) {
      assertObjectName(object);
      if (bytes.length > objectMaxBytes) throw new Error('a file larger than the maximum');
      await ask((signal) => put(object, bytes, signal));
    },
    async get(object) {
      assertObjectName(object);
      return ask((signal) => get(object, signal));
    },
    async remove(object) {
      assertObjectName(object);
      await ask(async (signal) => {
        const answer = await send({ method: 'DELETE', path: pathOf(object), answerMaxBytes: listMaxBytes }, signal);
        const isGone = answer.status === 204 || answer.status === 200 || answer.code === 'NoSuchKey';
        if (!isGone) throw refused(answer);
      });
    },
    list: (cursor) =>
      ask(async (signal) => {
        const query = {
          'list-type': '2',
          'max-keys': String(objectsPerPage),
          prefix: keyStart,
          ...(cursor === null ? {} : { 'continuation-token': cursor }),
        };
        const answer = await send({ method: 'GET', path: `/${bucket}`, query, answerMaxBytes: listMaxBytes }, signal);
        if (answer.status !== 200) throw refused(answer);
        return readList(answer.body.toString('utf8'), keyStart);
      }),
    // An interrupted PUT leaves nothing.
    tidy: () => Promise.resolve(),
  };
}

/** Identifier of a bucket in rows, including the endpoint, because another endpoint has other objects. */
export function placeOfS3(endpoint: string, folder: string): string {
  return `s3+${new URL(endpoint).origin}/${folder}`;
}

function refused({ status, code }: S3Answer): FileStoreAway {
  return new FileStoreAway(`the bucket of files answers HTTP ${status} ${code ?? ''}`.trim());
}

/**
 * The names and the cursor of a ListObjectsV2 response. Object names need no unescaping, and other keys are skipped, so
 * no further XML parsing is needed.
 */
function readList(xml: string, keyStart: string) {
  const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key ?? '');
  const objects = keys.flatMap((key) => {
    const name = key.slice(keyStart.length);
    return key.startsWith(keyStart) && objectName.test(name) ? name : [];
  });
  const isTruncated = /<IsTruncated>true<\/IsTruncated>/.test(xml);
  const token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml)?.[1];
  if (!isTruncated) return { objects, next: null };
  if (token === undefined) throw new FileStoreAway('the bucket lists a part without saying where it goes on');
  return { objects, next: unescaped(token) };
}

/** XML entities; the ampersand last, so that nothing is unescaped twice. */
function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
