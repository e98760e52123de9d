import { Outlet } from '@tanstack/react-router';
import { TabBar } from './tab-bar.tsx';
import styles from './shell.module.css';

/** The frame around every screen: what stays while screens come and go. */
export function Shell() {
  return (
    <div className={styles['frame']}>
      <Outlet />
      <TabBar />
    </div>
  );
}
