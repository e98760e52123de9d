import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { refreshStream } from '#app/platform/stream/stream.ts';
import { Page } from '#app/ui/layout/Page.tsx';
import { Logo } from '#app/ui/logo.tsx';
import css from './home-frame.module.css';

/** The frame of home: the brand where other screens have their title. Pulling asks for everything again. */
export function HomeFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const refresh = () => {
    refreshStream();
    return client.refetchQueries({ type: 'active' });
  };
  return (
    <Page root title={t`Home`} lead={<Brand />} actions={actions} onRefresh={refresh}>
      {children}
    </Page>
  );
}

/** The mark and the name, where other screens have their title. */
function Brand() {
  return (
    <span className={css['brand']}>
      <span className={css['tile']}>
        <Logo size={20} />
      </span>
      <span>Dunlin</span>
    </span>
  );
}
