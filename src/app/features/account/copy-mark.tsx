import { Trans } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Icon } from '../../ui/icons.tsx';

/** Says at the end of a row that a tap copies its value. */
export function CopyMark() {
  return (
    <>
      <Icon of={Copy} size="inline" />
      <VisuallyHidden>
        <Trans>Copy</Trans>
      </VisuallyHidden>
    </>
  );
}
