import { useLingui } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import { Suspense, lazy, useEffect, useState } from 'react';
import { whenIdle } from '../../platform/device/when-idle.ts';
import { useGoBack } from '../../platform/device/back.ts';
import { language } from '../../platform/language/language.ts';
import { numberSeparators } from '../../platform/format/number-format.ts';
import { useObservable } from '../../platform/observable.ts';
import { usePracticeMode } from '../../platform/session/launch-config.ts';
import { session } from '../../platform/session/session.ts';
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
  const { t } = useLingui();
  const isSignedIn = useObservable(session) !== null;
  const mark = usePracticeMode() === true && isSignedIn ? t`Practice` : null;
  const separators = numberSeparators(useObservable(language));
  const [isIdle, setIdle] = useState(false);
  useNavigationFocus();
  useLinkNavigation();
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return (
    <BackProvider onBack={goBack}>
      <NumberSeparatorsProvider separators={separators}>
        <PageTopProvider top={<ShellPageTop />} mark={mark}>
          <Outlet />
        </PageTopProvider>
      </NumberSeparatorsProvider>
      <ShellTabBar />
      <Suspense>{isIdle && <Overlays />}</Suspense>
    </BackProvider>
  );
}
