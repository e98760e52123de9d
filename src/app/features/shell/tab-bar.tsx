import { useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { Bot, ChartNoAxesColumn, House, Timer, Wallet } from 'lucide-react';
import { useFeature } from '../../platform/session/launch-config.ts';
import { TabBar } from '../../ui/layout/TabBar.tsx';

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
export function ShellTabBar() {
  const { t } = useLingui();
  const path = useLocation({ select: (location) => location.pathname });
  const withOptions = useFeature('options');
  const withRobots = useFeature('quant');
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
