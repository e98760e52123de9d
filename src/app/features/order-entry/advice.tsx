import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#app/ui/icons.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import css from './order-entry.module.css';

/** Advice on an order before it is sent; a warning is highlighted. */
export function Advice({ warn = false, children }: { warn?: boolean; children: ReactNode }) {
  if (warn) {
    return (
      <div className={css['warned']}>
        <Banner tone="warn" icon={TriangleAlert} inset>
          {children}
        </Banner>
      </div>
    );
  }
  return (
    <p className={css['advice']}>
      <Icon of={Info} size="inline" />
      <span>{children}</span>
    </p>
  );
}
