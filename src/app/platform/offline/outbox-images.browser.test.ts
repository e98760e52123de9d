import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { enqueue, forgetWaiting, sendWaiting } from './outbox.ts';
import { waitingCount, waitingOf } from './outbox-store.ts';
import { storeOutboxImage, OutboxImagesFull, outboxImagesMaxBytes, readOutboxImage } from './outbox-images.ts';
import { exchangeSilent } from './reachability.ts';
import { signIn } from '../session/sign-in.ts';
import { wipeDevice } from '../storage/wipe.ts';

/** What was sent of tickets: client ids and file ids. */
let sent: { clientId: string; images: string[] }[];
let uploads: number;
/** Whether an upload arrives, and what a ticket is answered with; null for no answer. */
let uploadArrives: boolean;
let answer: () => number | null;

/** Stub of the exchange's upload: each picture gets the next id. */
class FakeUpload extends EventTarget {
  readonly upload = new EventTarget();
  responseText = '';
  status = 200;
  timeout = 0;
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}
  send(): void {
    uploads += uploadArrives ? 1 : 0;
    this.responseText = JSON.stringify({ code: codes.success, type: 'ok', msg: '', data: { id: `file-${uploads}` } });
    queueMicrotask(() => this.dispatchEvent(new Event(uploadArrives ? 'load' : 'error')));
  }
}

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  sent = [];
  uploads = 0;
  uploadArrives = true;
  answer = () => codes.success;
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  vi.stubGlobal('fetch', async (_url: string, request: RequestInit) => {
    const code = answer();
    sent.push(JSON.parse(request.body as string) as (typeof sent)[number]);
    if (code === null) throw new TypeError('no network');
    return new Response(JSON.stringify({ code, type: code === codes.success ? 'ok' : 'error', data: null, msg: '' }));
  });
  signIn('token', '100007');
  exchangeSilent();
});
afterEach(() => vi.unstubAllGlobals());

const picture = (bytes = 10) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });

async function write(): Promise<string> {
  const images = [await storeOutboxImage(picture(), 'work-order'), await storeOutboxImage(picture(), 'work-order')];
  await enqueue('work-order', { title: 'Deposit', description: 'Where is it?', images });
  return images[0] ?? '';
}

it('uploads each picture once, and sends the same words with the same ids when an answer is lost', async () => {
  const key = await write();
  answer = () => null;
  await sendWaiting();
  answer = () => codes.success;
  await sendWaiting();
  expect(uploads).toBe(2);
  expect(sent.map(({ images }) => images)).toEqual([
    ['file-1', 'file-2'],
    ['file-1', 'file-2'],
  ]);
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(1);
  expect(sent[0]?.clientId).toMatch(/^[\da-f]{32}$/);
  expect(await waitingCount()).toBe(0);
  expect(await readOutboxImage(key), 'nothing stays behind').toBeNull();
});

it('keeps pictures and words while uploads do not arrive', async () => {
  const key = await write();
  uploadArrives = false;
  await sendWaiting();
  expect([sent.length, await waitingCount()]).toEqual([0, 1]);
  expect((await readOutboxImage(key))?.size).toBe(10);
});

it('uploads again what the exchange swept meanwhile', async () => {
  await write();
  answer = () => null;
  await sendWaiting();
  const answers = [codes.uploadPhotos, codes.success];
  answer = () => answers.shift() ?? codes.success;
  await sendWaiting();
  expect(sent.at(-1)?.images).toEqual(['file-3', 'file-4']);
  expect(await waitingCount()).toBe(0);
});

it('keeps a refused write until the user decides, and then removes its pictures', async () => {
  const key = await write();
  answer = () => codes.unfinishedOrder;
  await sendWaiting();
  const [refused] = await waitingOf('work-order');
  expect(refused).toMatchObject({ refused: codes.unfinishedOrder, input: { title: 'Deposit' } });
  expect(await readOutboxImage(key)).not.toBeNull();
  await forgetWaiting(refused?.id ?? '');
  expect(await readOutboxImage(key)).toBeNull();
});

it('takes no more pictures than it may, and none of one who left', async () => {
  const half = outboxImagesMaxBytes / 2;
  await storeOutboxImage(picture(half), 'work-order');
  const key = await storeOutboxImage(picture(half), 'work-order');
  await expect(storeOutboxImage(picture(1), 'work-order')).rejects.toBeInstanceOf(OutboxImagesFull);
  await wipeDevice(new QueryClient());
  signIn('token', '100007');
  expect(await readOutboxImage(key)).toBeNull();
  await storeOutboxImage(picture(half), 'work-order');
});
