import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCopy } from '#app/ui/controls/copying.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';

/** How long the check stays in place of the mark. */
const shownMs = 1_500;

interface CopyMarkProps {
  /** What is copied. */
  text: string;
  /** What it does, for readers: "Copy the amount". */
  label: string;
}

/** Copies one value, and shows a check for a moment. */
export function CopyMark({ text, label }: CopyMarkProps) {
  const copy = useCopy();
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton
      icon={copied > 0 ? Check : Copy}
      tone="accent"
      label={label}
      onClick={() => {
        copy(text);
        setCopied((times) => times + 1);
      }}
    />
  );
}
