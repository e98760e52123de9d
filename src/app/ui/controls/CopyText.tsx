import { Copy } from 'lucide-react';
import { AddressText } from '../lists/AddressText.tsx';
import { IconButton } from './IconButton.tsx';
import { useCopy } from './copying.ts';
import css from './CopyText.module.css';

interface CopyTextProps {
  /** An address or a hash. */
  text: string;
  /** What the button does, for readers: "Copy the hash". */
  label: string;
  /** Only both ends are seen. */
  short?: boolean;
}

/** An address or hash with a button that copies the whole of it. */
export function CopyText({ text, label, short = false }: CopyTextProps) {
  const copy = useCopy();
  return (
    <span className={css['copied']}>
      <AddressText address={text} short={short} />
      <IconButton icon={Copy} size="inline" tone="quiet" label={label} onClick={() => copy(text)} />
    </span>
  );
}
