import { useEffect, useRef, useState } from 'react';
import { shrinkImage } from '#app/platform/device/shrink-image.ts';
import { type OnProgress, uploadImage } from '#app/platform/api/upload.ts';

/** One photo of the form, from nothing to what the exchange keeps. */
type PhotoState =
  | { readonly is: 'none' }
  /** Being made small on the device. */
  | { readonly is: 'shrinking' }
  /** On its way; `share` of it left the device, 0 to 1. */
  | { readonly is: 'sending'; readonly share: number; readonly preview: string }
  | { readonly is: 'kept'; readonly id: string; readonly preview: string }
  | { readonly is: 'failed'; readonly error: unknown; readonly preview: string | null };

export interface PhotoUpload {
  readonly state: PhotoState;
  /** Takes a picture in place of the one before. */
  readonly choose: (file: Blob) => void;
  /** Sends the same picture again. */
  readonly retry: () => void;
  /** Stops what is under way and forgets the picture. */
  readonly cancel: () => void;
}

/** What a photo holds on to while the screen is there. */
interface Held {
  chosen: Blob | null;
  preview: string | null;
  stop: AbortController | null;
}

/** Ends what is under way and lets the picture leave memory. */
function letGo(held: Held): void {
  held.stop?.abort();
  held.stop = null;
  if (held.preview !== null) URL.revokeObjectURL(held.preview);
  held.preview = null;
}

/** Sends a picture that was made small; gives the id of what the exchange stored. */
export type SendPhoto = (file: Blob, onProgress: OnProgress, signal: AbortSignal) => Promise<string>;

const sendDocument: SendPhoto = async (file, onProgress, signal) => {
  const { id } = await uploadImage(file, 'identity', onProgress, signal);
  return id;
};

/** Shrinks a photo and uploads it at once, so that nothing waits for the rest of the form. */
export function usePhotoUpload(sendPhoto: SendPhoto = sendDocument): PhotoUpload {
  const [state, setState] = useState<PhotoState>({ is: 'none' });
  const held = useRef<Held>({ chosen: null, preview: null, stop: null });
  useEffect(() => {
    const own = held.current;
    return () => letGo(own);
  }, []);

  const send = async (file: Blob) => {
    letGo(held.current);
    const stop = new AbortController();
    held.current.stop = stop;
    setState({ is: 'shrinking' });
    try {
      const small = await shrinkImage(file);
      stop.signal.throwIfAborted();
      const preview = URL.createObjectURL(small);
      held.current.preview = preview;
      setState({ is: 'sending', share: 0, preview });
      const onProgress = (share: number) => {
        if (!stop.signal.aborted) setState({ is: 'sending', share, preview });
      };
      const id = await sendPhoto(small, onProgress, stop.signal);
      setState({ is: 'kept', id, preview });
    } catch (error) {
      // Aborted: the upload that replaced it reports its own state.
      if (!stop.signal.aborted) setState({ is: 'failed', error, preview: held.current.preview });
    }
  };
  return {
    state,
    choose(file) {
      held.current.chosen = file;
      void send(file);
    },
    retry() {
      if (held.current.chosen !== null) void send(held.current.chosen);
    },
    cancel() {
      letGo(held.current);
      held.current.chosen = null;
      setState({ is: 'none' });
    },
  };
}
