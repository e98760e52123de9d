import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { uploadProof } from '../../../../platform/api/upload.ts';
import { type PhotoUpload, type SendPhoto, usePhotoUpload } from '../../../identity/photo-upload.ts';
import { orderQuery } from '../queries.ts';

/** Uploads pictures to an order, one at a time; each is part of the order's evidence as soon as it is stored. */
export function useProofUpload(order: string): PhotoUpload {
  const client = useQueryClient();
  const sendPhoto = useCallback<SendPhoto>(
    (file, onProgress, signal) => uploadProof(order, file, onProgress, signal),
    [order],
  );
  const upload = usePhotoUpload(sendPhoto);
  const isKept = upload.state.is === 'kept';
  useEffect(() => {
    if (!isKept) return;
    void client.invalidateQueries({ queryKey: orderQuery(order).queryKey });
  }, [client, isKept, order]);
  return upload;
}
