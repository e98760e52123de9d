import { useEffect, useState } from 'react';
import { session } from '../session/session.ts';

/** One picture that screens show: fetched once, however many show it, and released with the last of them. */
interface Shown {
  users: number;
  readonly stop: AbortController;
  readonly url: Promise<string>;
}

const shown = new Map<string, Shown>();

async function fetchFile(id: string, signal: AbortSignal): Promise<string> {
  const token = session.get()?.token;
  const headers = new Headers();
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const request: RequestInit = { headers, credentials: 'omit', cache: 'no-store', signal };
  const response = await fetch(`${import.meta.env.FILE_BASE}${encodeURIComponent(id)}`, request);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return URL.createObjectURL(await response.blob());
}

function take(key: string, id: string): Shown {
  let entry = shown.get(key);
  if (entry === undefined) {
    const stop = new AbortController();
    entry = { users: 0, stop, url: fetchFile(id, stop.signal) };
    shown.set(key, entry);
  }
  entry.users += 1;
  return entry;
}

function letGo(key: string, entry: Shown): void {
  entry.users -= 1;
  if (entry.users > 0) return;
  if (shown.get(key) === entry) shown.delete(key);
  entry.stop.abort();
  entry.url.then(
    (url) => URL.revokeObjectURL(url),
    () => undefined,
  );
}

/**
 * An address for `<img src>` of one of the user's own files. Files are only served to users who may see them, with
 * the session in a header, so the picture is fetched here and the address is a blob's; it ends with the last screen
 * that shows it.
 *
 * @param id file id, or null for none
 * @returns null while it loads, and when there is none or it cannot be had
 */
export function useFileUrl(id: string | null): string | null {
  const [found, setFound] = useState<{ readonly key: string; readonly url: string } | null>(null);
  const key = id === null ? null : `${session.get()?.account ?? ''} ${id}`;
  useEffect(() => {
    if (key === null || id === null) return;
    const entry = take(key, id);
    let current = true;
    const show = async () => {
      try {
        const url = await entry.url;
        if (current) setFound({ key, url });
      } catch {
        // The next screen that shows it asks again.
        if (shown.get(key) === entry) shown.delete(key);
      }
    };
    void show();
    return () => {
      current = false;
      letGo(key, entry);
    };
  }, [key, id]);
  return found !== null && found.key === key ? found.url : null;
}
