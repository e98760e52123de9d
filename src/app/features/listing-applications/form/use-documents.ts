import { uploadImage } from '#app/platform/api/upload.ts';
import { coinDocumentsMax } from '#protocol/core/limits.ts';
import { type PhotoUpload, type SendPhoto, usePhotoUpload } from '#app/features/identity/photo-upload.ts';

const send: SendPhoto = async (file, onProgress, signal) => {
  const { id } = await uploadImage(file, 'listing', onProgress, signal);
  return id;
};

/** The documents of an application, each sent as soon as it is chosen, for as long as the page is open. */
export interface Documents {
  readonly uploads: readonly PhotoUpload[];
  /** File ids of those that the exchange has. */
  readonly ids: readonly string[];
  /** Chosen and not there: on their way, or failed. */
  readonly waiting: number;
  readonly failed: number;
  readonly clear: () => void;
}

/** Room for as many as the exchange takes. */
export function useDocuments(): Documents {
  const all = [
    usePhotoUpload(send),
    usePhotoUpload(send),
    usePhotoUpload(send),
    usePhotoUpload(send),
    usePhotoUpload(send),
    usePhotoUpload(send),
  ];
  const uploads = all.slice(0, coinDocumentsMax);
  return {
    uploads,
    ids: uploads.flatMap(({ state }) => (state.is === 'kept' ? [state.id] : [])),
    waiting: uploads.filter(({ state }) => state.is === 'shrinking' || state.is === 'sending').length,
    failed: uploads.filter(({ state }) => state.is === 'failed').length,
    clear: () => {
      for (const { cancel } of uploads) cancel();
    },
  };
}
