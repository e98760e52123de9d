import { useCallback, useState } from 'react';
import { uploadImage } from '#app/platform/api/upload.ts';
import { type PhotoUpload, type SendPhoto, usePhotoUpload } from '#app/features/identity/photo-upload.ts';

/** What the device read off the chosen picture; nothing is sent before it was read. */
type QrScan =
  | { readonly is: 'none' }
  | { readonly is: 'reading' }
  /** No code in it, or no picture at all. */
  | { readonly is: 'unreadable' }
  | { readonly is: 'read'; readonly text: string };

export interface QrUpload {
  readonly scan: QrScan;
  readonly upload: PhotoUpload;
  readonly choose: (file: File) => void;
  readonly remove: () => void;
}

const sendPicture: SendPhoto = async (file, onProgress, signal) => {
  const { id } = await uploadImage(file, 'collection', onProgress, signal);
  return id;
};

/** A picture of a QR code: read on the device, and only then uploaded. */
export function useQrUpload(): QrUpload {
  const upload = usePhotoUpload(sendPicture);
  const [scan, setScan] = useState<QrScan>({ is: 'none' });
  const { choose, cancel } = upload;
  const take = useCallback(
    async (file: File) => {
      cancel();
      setScan({ is: 'reading' });
      try {
        const { readPicture } = await import('#app/features/withdrawals/address-book/qr-reading.ts');
        const text = await readPicture(file);
        if (text === null || text === '') {
          setScan({ is: 'unreadable' });
          return;
        }
        setScan({ is: 'read', text });
        choose(file);
      } catch {
        setScan({ is: 'unreadable' });
      }
    },
    // Both are made again with each render and do the same.
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  );
  return {
    scan,
    upload,
    choose: (file) => void take(file),
    remove: () => {
      cancel();
      setScan({ is: 'none' });
    },
  };
}
