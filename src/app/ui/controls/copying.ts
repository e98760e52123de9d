import { useLingui } from '@lingui/react/macro';
import { toast } from '../overlays/toast.ts';

/**
 * Copies a text to the clipboard and confirms it, with the caller's message if given; where the browser forbids it,
 * shows the text to copy manually.
 */
export function useCopy(): (text: string, done?: string) => void {
  const { t } = useLingui();
  return (text, done) => {
    const failed = () => toast.show({ type: 'warn', title: t`Copy it manually`, detail: text, durationMs: 8_000 });
    if (!('clipboard' in navigator)) {
      failed();
      return;
    }
    navigator.clipboard.writeText(text).then(() => toast.show({ type: 'success', title: done ?? t`Copied` }), failed);
  };
}
