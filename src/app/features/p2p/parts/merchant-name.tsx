import { useLingui } from '@lingui/react/macro';
import { BadgeCheck } from 'lucide-react';
import { Icon } from '#app/ui/icons.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import css from './merchant-name.module.css';

/** A merchant’s nickname with the mark of those whose document was checked: nobody else publishes adverts. */
export function MerchantName({ nickname }: { nickname: string }) {
  const { t } = useLingui();
  return (
    <span className={css['name']}>
      <bdi>{nickname}</bdi>
      <Icon of={BadgeCheck} size="inline" className={css['check']} />
      <VisuallyHidden>{t`Verified merchant`}</VisuallyHidden>
    </span>
  );
}
