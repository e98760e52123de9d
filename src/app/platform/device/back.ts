import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { homePath, visitorHomePath } from '../session/public-paths.ts';
import { session } from '../session/session.ts';

/** Where home is for who is here. */
export function ownHomePath(): string {
  return session.get() === null ? visitorHomePath : homePath;
}

/** Goes back; without history, home (spec point 2). */
export function useGoBack(): () => void {
  const router = useRouter();
  return useCallback(() => {
    if (router.history.canGoBack()) router.history.back();
    else router.history.replace(ownHomePath());
  }, [router]);
}
