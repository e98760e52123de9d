import { Outlet } from '@tanstack/react-router';
import { Suspense, lazy, useEffect, useState } from 'react';
import { whenIdle } from '../../platform/asset-keeping.ts';
import { useGoBack } from '../../platform/back.ts';
import { BackProvider } from '../../ui/back.tsx';
import { PageTopProvider } from '../../ui/page-top.tsx';
import { useLinkNavigation } from './link-navigation.ts';
import { useNavigationFocus } from './navigation-focus.ts';
import { ShellPageTop } from './page-top.tsx';
import { ShellTabBar } from './tab-bar.tsx';

/** Not part of the first screen, so not of its chunk either. */
const Overlays = lazy(() => import('./overlays.tsx'));

/** The frame around every screen: what stays while screens come and go. */
export function Shell() {
  const goBack = useGoBack();
  const [isIdle, setIdle] = useState(false);
  useNavigationFocus();
  useLinkNavigation();
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return (
    <BackProvider onBack={goBack}>
      <PageTopProvider top={<ShellPageTop />}>
        <Outlet />
      </PageTopProvider>
      <ShellTabBar />
      <Suspense>{isIdle && <Overlays />}</Suspense>
    </BackProvider>
  );
}
