import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** A question is about the screen below it: `leave` is called when that screen goes. */
export function useLeavingWithScreen(leave: () => void): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    leave();
  }, [pathname, leave]);
}
