import { toastDelayMs, toastMs } from '#protocol/core/limits.ts';
import { failureText } from '#app/platform/api/refusal-text.ts';
import { toast } from '#app/ui/overlays/toast.ts';

/** A sentence stays for the product's time and for as long as it takes to read. */
const readingMsPerCharacter = 50;

/** Shows a failure as a toast, after the product's delay: a redirect that follows at once goes first (spec point 8). */
export async function toastFailure(error: unknown): Promise<void> {
  const title = await failureText(error);
  setTimeout(() => {
    toast.show({ type: 'error', title, durationMs: toastMs + readingMsPerCharacter * title.length });
  }, toastDelayMs);
}
