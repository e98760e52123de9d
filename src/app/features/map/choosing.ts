import { useRouter, useRouterState } from '@tanstack/react-router';
import type { NamedPlace } from './place-text.ts';

/** How a screen asks for a place and gets it: by the state of the history, so that it is there after a reload too. */

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** In the map's history entry: its opener waits for a place. */
    wantsPlace?: true;
    /** On the entry of who asked: what was chosen. */
    chosenPlace?: NamedPlace;
  }
}

/** Opens the map to choose a place; the answer is in `useChosenPlace` when the user comes back. */
export function useAskForPlace(): (near?: NamedPlace) => void {
  const router = useRouter();
  return (near) => {
    const search = near === undefined ? {} : { lat: String(near.latitude), lng: String(near.longitude) };
    void router.navigate({ to: '/choose-location', search, state: { wantsPlace: true } });
  };
}

/** The place that was chosen for this screen, or null. */
export function useChosenPlace(): NamedPlace | null {
  return useRouterState({ select: ({ location }) => location.state.chosenPlace ?? null });
}

/** Goes back to the opener with a place; null when there is none. */
export function useGivePlace(): ((place: NamedPlace) => void) | null {
  const { history } = useRouter();
  const wanted = useRouterState({ select: ({ location }) => location.state.wantsPlace === true });
  if (!wanted || !history.canGoBack()) return null;
  return (chosenPlace) => {
    const stop = history.subscribe(() => {
      stop();
      const { href, state } = history.location;
      history.replace(href, { ...state, chosenPlace });
    });
    history.back();
  };
}
