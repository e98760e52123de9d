/** What came of sharing: nothing is to be said of the sheet of the system, which says it itself. */
export type Shared = 'shared' | 'copied' | 'failed';

/** Gives a page of the app to the share sheet of the system, or puts its address on the clipboard where there is none. */
export async function shareLink(title: string, url: string): Promise<Shared> {
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url });
      return 'shared';
    }
    await (navigator as Navigator).clipboard.writeText(url);
    return 'copied';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'shared' : 'failed';
  }
}
