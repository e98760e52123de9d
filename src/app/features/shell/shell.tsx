import { useLingui } from '@lingui/react/macro';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { Bot, ChartNoAxesColumn, House, Timer, Wallet } from 'lucide-react';
import { Suspense, lazy, useEffect, useState } from 'react';
import { whenIdle } from '#app/platform/device/when-idle.ts';
import { useGoBack } from '#app/platform/device/back.ts';
import { language } from '#app/platform/language/language.ts';
import { numberSeparators } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useFeature, usePracticeMode } from '#app/platform/session/launch-config.ts';
import { session } from '#app/platform/session/session.ts';
import { TabBar } from '#app/ui/layout/TabBar.tsx';
import { BackProvider } from '#app/ui/layout/back.tsx';
import { NumberSeparatorsProvider } from '#app/ui/numbers/number-marks.tsx';
import { PageTopProvider } from '#app/ui/layout/page-top.tsx';
import { useLinkNavigation } from './link-navigation.ts';
import { ShellPageTop } from './page-top.tsx';

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

/** Paths at which a tab is the selected one; the first is where it leads. */
const tabPaths = {
  home: ['/pages/index/index', '/'],
  market: ['/pages/home/market'],
  options: ['/pages/Option/Option'],
  robots: ['/pages/AI_quantification/AI_quantification'],
  assets: ['/pages/assets/assets'],
} as const;

type TabId = keyof typeof tabPaths;

const tabIds = Object.keys(tabPaths) as readonly TabId[];

/** The main sections, on their own screens only (spec point 2). */
function ShellTabBar() {
  const { t } = useLingui();
  const path = useLocation({ select: (location) => location.pathname });
  const withOptions = useFeature('options');
  const withRobots = useFeature('robots');
  const current = tabIds.find((id) => tabPaths[id].some((own) => own === path));
  if (current === undefined) return null;
  const labels = {
    home: { label: t`Home`, icon: House },
    market: { label: t`Market`, icon: ChartNoAxesColumn },
    options: { label: t`Options`, icon: Timer },
    robots: { label: t({ message: 'AI', context: 'tab of robots' }), icon: Bot },
    assets: { label: t`Assets`, icon: Wallet },
  };
  const isOn = { home: true, market: true, options: withOptions, robots: withRobots, assets: true };
  const shown = tabIds.filter((id) => isOn[id]);
  const items = shown.map((id) => ({ id, href: `#${tabPaths[id][0]}`, ...labels[id] }));
  return <TabBar label={t`Main`} items={items} current={current} />;
}

const product = 'Dunlin';

/** The screen's heading: the first one that is not in a dialog. */
function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#app h1');
}

function titleDocument(): void {
  const text = heading()?.textContent.trim() ?? '';
  const title = text === '' || text === product ? product : `${text} – ${product}`;
  if (document.title !== title) document.title = title;
}

/**
 * After each navigation moves the focus to the new screen's heading, which readers then speak, and keeps the
 * document's title equal to it. A field that took the focus itself keeps it.
 */
function useNavigationFocus(): void {
  const router = useRouter();
  useEffect(() => {
    let focused = router.state.resolvedLocation?.pathname ?? router.state.location.pathname;
    // A heading also changes in place, as with another pair or another language.
    const observer = new MutationObserver(titleDocument);
    const onShown = ({ toLocation }: { toLocation: { pathname: string } }) => {
      titleDocument();
      const target = heading();
      observer.disconnect();
      if (target === null) return;
      observer.observe(target, { subtree: true, childList: true, characterData: true });
      if (toLocation.pathname === focused) return;
      focused = toLocation.pathname;
      const active = document.activeElement;
      if (active instanceof HTMLElement && active.matches('input, textarea, select')) return;
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    };
    onShown({ toLocation: { pathname: focused } });
    // A screen whose code was late is drawn only after it resolved.
    const stops = [router.subscribe('onRendered', onShown), router.subscribe('onResolved', onShown)];
    return () => {
      for (const stop of stops) stop();
      observer.disconnect();
    };
  }, [router]);
}
