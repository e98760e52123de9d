import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The route a click leads to, or null when the browser should do what it always does with this click. */
export function routeOfClick(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
  if (link === null || (link.target !== '' && link.target !== '_self')) return null;
  return link.getAttribute('href')?.slice(1) ?? null;
}

/**
 * Takes plain links to screens to the router. Followed by the browser alone, a new hash is a history entry the router
 * knows nothing of, and "back" would then take it for the first one and go home.
 */
export function useLinkNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const route = routeOfClick(event);
      if (route === null) return;
      event.preventDefault();
      router.history.push(route);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [router]);
}
