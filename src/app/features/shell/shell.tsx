import { Outlet } from '@tanstack/react-router';
import { Suspense, lazy, useEffect, useState } from 'react';
import { whenIdle } from '../../platform/device/when-idle.ts';
import { useGoBack } from '../../platform/device/back.ts';
import { language } from '../../platform/language/language.ts';
import { numberSeparators } from '../../platform/format/number-format.ts';
import { useObservable } from '../../platform/observable.ts';
import { BackProvider } from '../../ui/layout/back.tsx';
import { NumberSeparatorsProvider } from '../../ui/numbers/number-marks.tsx';
import { PageTopProvider } from '../../ui/layout/page-top.tsx';
import { useLinkNavigation } from './link-navigation.ts';
import { useNavigationFocus } from './navigation-focus.ts';
import { ShellPageTop } from './page-top.tsx';
import { ShellTabBar } from './tab-bar.tsx';

/** Not part of the first screen, so not of its chunk either. */
const Overlays = lazy(() => import('./overlays.tsx'));

/** The frame around every screen: what stays while screens come and go. */
export function Shell() {
  const goBack = useGoBack();
  const separators = numberSeparators(useObservable(language));
  const [isIdle, setIdle] = useState(false);
  useNavigationFocus();
  useLinkNavigation();
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return (
    <BackProvider onBack={goBack}>
      <NumberSeparatorsProvider separators={separators}>
        <PageTopProvider top={<ShellPageTop />}>
          <Outlet />
        </PageTopProvider>
      </NumberSeparatorsProvider>
      <ShellTabBar />
      <Suspense>{isIdle && <Overlays />}</Suspense>
    </BackProvider>
  );
}
