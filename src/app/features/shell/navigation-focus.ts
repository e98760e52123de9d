import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

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
export function useNavigationFocus(): void {
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
