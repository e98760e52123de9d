import { Copy } from 'lucide-react';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import { Icon } from '../icons.tsx';

/** Shows at the end of a row that a tap copies its value; `name` says so to those who do not see it. */
export function CopyIcon({ name }: { name: string }) {
  return (
    <>
      <Icon of={Copy} size="inline" />
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  );
}
