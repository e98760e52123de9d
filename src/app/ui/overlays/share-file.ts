import { minuteMs } from '#protocol/core/durations.ts';

/** Hands files and links to the system's own share sheet, or saves them where there is none. */

/** What became of it: `unavailable` where the system shares nothing of this kind. */
type ShareOutcome = 'shared' | 'cancelled' | 'unavailable';

/** Opens the system's share sheet. */
export async function shareBySystem(data: ShareData): Promise<ShareOutcome> {
  if (typeof navigator.share !== 'function') return 'unavailable';
  if (data.files !== undefined && !(typeof navigator.canShare === 'function' && navigator.canShare(data)))
    return 'unavailable';
  try {
    await navigator.share(data);
    return 'shared';
  } catch (error) {
    // Turning back in the system's own sheet is no failure.
    return error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : 'unavailable';
  }
}

/** Saves a file among the user's downloads. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser reads it after the click; a revoked address at once would save nothing.
  setTimeout(() => URL.revokeObjectURL(url), minuteMs);
}
