import { useLingui } from '@lingui/react/macro';
import { toast } from '../../ui/toast.ts';

/** Puts a text on the clipboard and says so; where the browser forbids it, shows the text to copy by hand. */
export function useCopy(): (text: string) => void {
  const { t } = useLingui();
  return (text) => {
    const failed = () => toast.show({ type: 'warn', title: t`Copy it by hand`, detail: text, durationMs: 8_000 });
    if (!('clipboard' in navigator)) {
      failed();
      return;
    }
    navigator.clipboard.writeText(text).then(() => toast.show({ type: 'success', title: t`Copied` }), failed);
  };
}
