import type { CallInput, CallOutput } from '../../../protocol/calls.ts';
import { codes } from '../../../protocol/codes.ts';
import type { Envelope } from '../../../protocol/envelope.ts';
import { requestTimeoutMs, uploadMaxBytes } from '../../../protocol/limits.ts';
import { actOnRefusal, ApiRefusal, callAddress, readEnvelope, Unreachable } from './api.ts';
import { exchangeAnswered, exchangeSilent } from '../offline/reachability.ts';
import { session } from '../session/session.ts';

type UploadCall = 'POST api/upload/img';
export type UploadPurpose = CallInput<UploadCall>['purpose'];
/** What the exchange stored of an image: its id, its size in pixels and in bytes. */
type UploadedImage = CallOutput<UploadCall>;
/** Progress as bytes leave the device, from 0 to 1. What was sent is not stored yet: wait for the promise. */
type OnProgress = (share: number) => void;

const uploadCall: UploadCall = 'POST api/upload/img';

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
  if (file.size > uploadMaxBytes) return Promise.reject(imageRefusal('size'));
  const form = new FormData();
  // The text first: the exchange knows what it is for before the file comes.
  form.append('purpose', purpose);
  form.append('file', file, file.type === 'image/png' ? 'image.png' : 'image.jpg');
  return send(form, onProgress, signal);
}

/** What the exchange would say of an image, said by the device: the same words, without the way there and back. */
export function imageRefusal(reason: 'type' | 'size' | 'dimensions' | 'damaged'): ApiRefusal {
  return new ApiRefusal(codes.uploadPhotos, 'error', { reason });
}

/** `fetch` reports no upload progress, so this is an XMLHttpRequest. */
function send(form: FormData, onProgress: OnProgress, signal: AbortSignal | undefined): Promise<UploadedImage> {
  const token = session.get()?.token ?? null;
  const { verb, url } = callAddress(import.meta.env.API_BASE, uploadCall, {});
  return new Promise<UploadedImage>((resolve, reject) => {
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
      readAnswer(request, token).then(resolve, reject);
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

async function readAnswer({ responseText, status }: XMLHttpRequest, token: string | null): Promise<UploadedImage> {
  let envelope: Envelope;
  try {
    envelope = readEnvelope(responseText, status);
  } catch (error) {
    exchangeSilent();
    throw error;
  }
  exchangeAnswered(Date.now());
  if (envelope.code === codes.success && status < 400) return envelope.data as UploadedImage;
  // A gateway in front may refuse a large body before the exchange sees it.
  const refusal = status === 413 ? imageRefusal('size') : new ApiRefusal(envelope.code, envelope.type, envelope.data);
  if ((session.get()?.token ?? null) === token) actOnRefusal(status, refusal);
  throw refusal;
}
