import { useLingui } from '@lingui/react/macro';
import { toast } from '../overlays/toast.ts';

/** Puts a text on the clipboard and says so, in words of the caller's if it has any; where the browser forbids it, shows the text to copy by hand. */
export function useCopy(): (text: string, done?: string) => void {
  const { t } = useLingui();
  return (text, done) => {
    const failed = () => toast.show({ type: 'warn', title: t`Copy it by hand`, detail: text, durationMs: 8_000 });
    if (!('clipboard' in navigator)) {
      failed();
      return;
    }
    navigator.clipboard.writeText(text).then(() => toast.show({ type: 'success', title: done ?? t`Copied` }), failed);
  };
}
