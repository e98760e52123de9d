import { Outlet } from '@tanstack/react-router';
import { Suspense, lazy, useEffect, useState } from 'react';
import { whenIdle } from '../../platform/asset-keeping.ts';
import { useGoBack } from '../../platform/back.ts';
import { language } from '../../platform/language.ts';
import { numberMarks } from '../../platform/number-format.ts';
import { useObservable } from '../../platform/observable.ts';
import { BackProvider } from '../../ui/back.tsx';
import { NumberMarksProvider } from '../../ui/number-marks.tsx';
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
  const marks = numberMarks(useObservable(language));
  const [isIdle, setIdle] = useState(false);
  useNavigationFocus();
  useLinkNavigation();
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return (
    <BackProvider onBack={goBack}>
      <NumberMarksProvider marks={marks}>
        <PageTopProvider top={<ShellPageTop />}>
          <Outlet />
        </PageTopProvider>
      </NumberMarksProvider>
      <ShellTabBar />
      <Suspense>{isIdle && <Overlays />}</Suspense>
    </BackProvider>
  );
}
