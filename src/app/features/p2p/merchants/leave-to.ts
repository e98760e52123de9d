import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { pathAfterLogIn } from '#app/platform/session/public-paths.ts';
import { useGoBack } from '#app/platform/device/back.ts';

/** Leaves a form that is done: to the page that asked for it, else back. */
export function useLeaveTo(to: string | undefined): () => void {
  const router = useRouter();
  const goBack = useGoBack();
  return useCallback(() => {
    if (to === undefined) goBack();
    else router.history.replace(pathAfterLogIn(to));
  }, [router, goBack, to]);
}
