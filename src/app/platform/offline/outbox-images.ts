import { randomId } from '#protocol/core/text/random-id.ts';
import { hourMs } from '#protocol/core/durations.ts';
import { changeDevice, readDevice, removeDevice, writeDevice } from '../storage/device-store.ts';
import { session } from '../session/session.ts';
import { imageRefusal, type UploadPurpose, uploadImage } from '../api/upload.ts';

/**
 * Pictures of what a user writes, on the device from the moment they are chosen until what they belong to was sent or
 * given up: of drafts, and of what waits in the outbox. Shrunk before they come here.
 */

/** What the pictures of one user may take on the device, in bytes. */
export const outboxImagesMaxBytes = 24 * 1024 * 1024;

/** What is known of a picture without reading it. */
interface StoredPicture {
  readonly key: string;
  readonly purpose: UploadPurpose;
  readonly bytes: number;
  /** Epoch milliseconds of this device when it was chosen. */
  readonly at: number;
  /** Id at the exchange, once it was uploaded. */
  readonly file?: string;
}

/** No more pictures fit: what waits has to be sent or given up first. */
export class OutboxImagesFull extends Error {
  override readonly name = 'OutboxImagesFull';
}

const listKey = (account: string) => `outbox-images.${account}`;
const pictureKey = (account: string, key: string) => `outbox-image.${account}.${key}`;

async function changePictures(
  account: string,
  change: (list: readonly StoredPicture[]) => readonly StoredPicture[],
): Promise<void> {
  await changeDevice<readonly StoredPicture[]>(listKey(account), (list) => {
    const next = change(list ?? []);
    // What is written after a log-out would stay behind.
    return next.length === 0 || session.get()?.account !== account ? undefined : next;
  });
}

async function readPictures(account: string): Promise<readonly StoredPicture[]> {
  return (await readDevice<readonly StoredPicture[]>(listKey(account))) ?? [];
}

/**
 * Keeps a picture on the device.
 *
 * @returns its key
 * @throws OutboxImagesFull past `outboxImagesMaxBytes`, and what the store throws when the device has no room
 */
export async function storeOutboxImage(picture: Blob, purpose: UploadPurpose): Promise<string> {
  const account = session.get()?.account;
  if (account === undefined) throw new Error('nobody is signed in');
  const key = randomId(crypto);
  let fits = false;
  await changePictures(account, (list) => {
    fits = list.reduce((sum, { bytes }) => sum + bytes, picture.size) <= outboxImagesMaxBytes;
    return fits ? [...list, { key, purpose, bytes: picture.size, at: Date.now() }] : list;
  });
  if (!fits) throw new OutboxImagesFull('no more pictures fit');
  try {
    await writeDevice(pictureKey(account, key), picture);
  } catch (error) {
    await letGoOfImages([key]);
    throw error;
  }
  return key;
}

/** A stored picture, or null. */
export async function readOutboxImage(key: string): Promise<Blob | null> {
  const account = session.get()?.account;
  return account === undefined ? null : ((await readDevice<Blob>(pictureKey(account, key))) ?? null);
}

/** Removes pictures from the device. */
export async function letGoOfImages(keys: readonly string[]): Promise<void> {
  const account = session.get()?.account;
  if (account === undefined || keys.length === 0) return;
  for (const key of keys) await removeDevice(pictureKey(account, key));
  await changePictures(account, (list) => list.filter(({ key }) => !keys.includes(key)));
}

/** A picture that nothing needs yet may be about to be put into a draft, by this page or another. */
const unusedKeptMs = hourMs;

/** Removes the pictures of a purpose that nothing needs: what they belonged to was lost between two steps. */
export async function letGoOfUnused(purpose: UploadPurpose, needed: ReadonlySet<string>): Promise<void> {
  const account = session.get()?.account;
  if (account === undefined) return;
  const before = Date.now() - unusedKeptMs;
  const unused = (await readPictures(account)).filter(
    (each) => each.purpose === purpose && !needed.has(each.key) && each.at < before,
  );
  await letGoOfImages(unused.map(({ key }) => key));
}

/**
 * Ids of pictures at the exchange, uploading those that are not there yet. What was uploaded is remembered, so that the
 * same words go out with the same ids when an answer is lost.
 *
 * @param again uploads all of them again: the exchange keeps what nothing uses for a day only
 * @throws ApiRefusal `uploadPhotos` when a picture is no longer on the device, and what `uploadImage` throws
 */
export async function uploadedImages(keys: readonly string[], again = false): Promise<string[]> {
  const account = session.get()?.account;
  if (account === undefined) throw new Error('nobody is signed in');
  const known = new Map((await readPictures(account)).map((each) => [each.key, each]));
  const ids: string[] = [];
  for (const key of keys) {
    const kept = known.get(key);
    if (kept?.file !== undefined && !again) {
      ids.push(kept.file);
      continue;
    }
    const picture = await readOutboxImage(key);
    if (kept === undefined || picture === null) throw imageRefusal('damaged');
    const { id } = await uploadImage(picture, kept.purpose);
    await changePictures(account, (list) => list.map((each) => (each.key === key ? { ...each, file: id } : each)));
    ids.push(id);
  }
  return ids;
}
