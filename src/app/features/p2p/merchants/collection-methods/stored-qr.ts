import { useEffect, useState } from 'react';
import { useFileUrl } from '#app/platform/api/file-url.ts';

/** What the device reads off a stored QR picture; undefined while it is not read, null when there is no code in it. */
export function useStoredQr(file: string | null): string | null | undefined {
  const url = useFileUrl(file);
  const [read, setRead] = useState<{ readonly url: string; readonly text: string | null } | null>(null);
  useEffect(() => {
    if (url === null) return;
    let current = true;
    const decode = async () => {
      const { readPicture } = await import('#app/features/withdrawals/address-book/qr-reading.ts');
      // Pages may draw such an address, and not fetch it.
      const picture = new Image();
      picture.src = url;
      await picture.decode();
      const text = await readPicture(picture);
      if (current) setRead({ url, text });
    };
    decode().catch(() => {
      // The reader did not load: nothing is said of the picture.
    });
    return () => {
      current = false;
    };
  }, [url]);
  return read !== null && read.url === url ? read.text : undefined;
}
