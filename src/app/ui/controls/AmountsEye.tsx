import { useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { IconButton, type IconButtonProps } from './IconButton.tsx';

export interface AmountsEyeProps extends Pick<IconButtonProps, 'size' | 'tone'> {
  /** Whether amounts are hidden now. */
  hidden: boolean;
  onToggle: () => void;
}

/** The eye beside amounts: hides all of them from onlookers, or shows them again. */
export function AmountsEye({ hidden, onToggle, ...look }: AmountsEyeProps) {
  const { t } = useLingui();
  return (
    <IconButton
      {...look}
      icon={hidden ? EyeOff : Eye}
      label={hidden ? t`Show amounts` : t`Hide amounts`}
      onClick={onToggle}
    />
  );
}
