import { useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { ChartNoAxesColumn, House, type LucideIcon, Wallet } from 'lucide-react';
import styles from './tab-bar.module.css';

interface Tab {
  readonly path: string;
  /** Other paths at which the tab is the selected one. */
  readonly also?: string;
  readonly Icon: LucideIcon;
  readonly label: string;
}

/** The main sections, shown on their own screens only (spec point 2). */
export function TabBar() {
  const { t } = useLingui();
  const path = useLocation({ select: (location) => location.pathname });
  const tabs: readonly Tab[] = [
    { path: '/pages/index/index', also: '/', Icon: House, label: t`Home` },
    { path: '/pages/home/market', Icon: ChartNoAxesColumn, label: t`Market` },
    { path: '/pages/assets/assets', Icon: Wallet, label: t`Assets` },
  ];
  if (!tabs.some((tab) => tab.path === path || tab.also === path)) return null;
  return (
    <nav className={styles['bar']} aria-label={t`Main`}>
      {tabs.map(({ path: to, also, Icon, label }) => (
        <a
          key={to}
          href={`#${to}`}
          className={styles['tab']}
          aria-current={to === path || also === path ? 'page' : undefined}
        >
          <Icon size={22} strokeWidth={1.75} aria-hidden />
          <span className={styles['label']}>{label}</span>
        </a>
      ))}
    </nav>
  );
}
