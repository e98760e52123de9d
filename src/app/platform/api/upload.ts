import type { CallInput, CallOutput } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import type { Envelope } from '#protocol/core/envelope.ts';
import { requestTimeoutMs, uploadMaxBytes } from '#protocol/core/limits.ts';
import { actOnRefusal, ApiRefusal, callAddress, readEnvelope, Unreachable } from './api.ts';
import { exchangeAnswered, exchangeSilent } from '../offline/reachability.ts';
import { session } from '../session/session.ts';

type UploadCall = 'POST api/upload/img' | 'POST uploadBuyProof';
export type UploadPurpose = CallInput<'POST api/upload/img'>['purpose'];
/** What the exchange stored of an image: its id, its size in pixels and in bytes. */
type UploadedImage = CallOutput<'POST api/upload/img'>;
/** Progress as bytes leave the device, from 0 to 1. What was sent is not stored yet: wait for the promise. */
export type OnProgress = (share: number) => void;

/**
 * Uploads an image (JPG or PNG; shrink photos first with `shrinkImage`). The exchange checks it and keeps its own
 * copy without EXIF. Sending the same image again after a failure is harmless: what nothing uses is swept.
 *
 * @param signal ends the upload; the promise then rejects with the signal's reason
 * @throws ApiRefusal `uploadPhotos` with `data.reason`, which `useFailureText` words; also for a file that is too large
 *   to be sent at all
 * @throws Unreachable when no answer comes within a minute
 */
export function uploadImage(
  file: Blob,
  purpose: UploadPurpose,
  onProgress: OnProgress = () => undefined,
  signal?: AbortSignal,
): Promise<UploadedImage> {
  return sendImage('POST api/upload/img', { purpose }, file, onProgress, signal);
}

/**
 * Attaches a picture to an open fiat order as evidence, as `uploadImage` otherwise.
 *
 * @param order its id
 * @returns the id of the stored picture
 * @throws ApiRefusal also `orderFinished`, `quantityOutOfRange` beyond the most pictures of a side
 */
export async function uploadProof(
  order: string,
  file: Blob,
  onProgress: OnProgress = () => undefined,
  signal?: AbortSignal,
): Promise<string> {
  const stored = await sendImage<CallOutput<'POST uploadBuyProof'>>(
    'POST uploadBuyProof',
    { order },
    file,
    onProgress,
    signal,
  );
  return stored.file;
}

/** The texts go first: the exchange knows what the file is for before it comes. */
function sendImage<Stored = UploadedImage>(
  name: UploadCall,
  texts: Readonly<Record<string, string>>,
  file: Blob,
  onProgress: OnProgress,
  signal: AbortSignal | undefined,
): Promise<Stored> {
  if (file.size > uploadMaxBytes) return Promise.reject(imageRefusal('size'));
  const form = new FormData();
  for (const [field, text] of Object.entries(texts)) form.append(field, text);
  form.append('file', file, file.type === 'image/png' ? 'image.png' : 'image.jpg');
  return send<Stored>(name, form, onProgress, signal);
}

/** What the exchange would say of an image, said by the device: the same words, without the way there and back. */
export function imageRefusal(reason: 'type' | 'size' | 'dimensions' | 'damaged'): ApiRefusal {
  return new ApiRefusal(codes.uploadPhotos, 'error', { reason });
}

/** `fetch` reports no upload progress, so this is an XMLHttpRequest. */
function send<Stored>(
  name: UploadCall,
  form: FormData,
  onProgress: OnProgress,
  signal: AbortSignal | undefined,
): Promise<Stored> {
  const token = session.get()?.token ?? null;
  const { verb, url } = callAddress(import.meta.env.API_BASE, name, {});
  return new Promise<Stored>((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const silent = () => {
      exchangeSilent();
      reject(new Unreachable('no answer'));
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('error', silent);
    request.addEventListener('timeout', silent);
    request.addEventListener('abort', () => reject(signal?.reason as Error));
    request.addEventListener('load', () => {
      readAnswer<Stored>(request, token).then(resolve, reject);
    });
    const stop = () => request.abort();
    signal?.addEventListener('abort', stop);
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    request.open(verb, url);
    request.timeout = requestTimeoutMs;
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.send(form);
  });
}

async function readAnswer<Stored>({ responseText, status }: XMLHttpRequest, token: string | null): Promise<Stored> {
  let envelope: Envelope;
  try {
    envelope = readEnvelope(responseText, status);
  } catch (error) {
    exchangeSilent();
    throw error;
  }
  exchangeAnswered(Date.now());
  if (envelope.code === codes.success && status < 400) return envelope.data as Stored;
  // A gateway in front may refuse a large body before the exchange sees it.
  const refusal = status === 413 ? imageRefusal('size') : new ApiRefusal(envelope.code, envelope.type, envelope.data);
  if ((session.get()?.token ?? null) === token) actOnRefusal(status, refusal);
  throw refusal;
}
