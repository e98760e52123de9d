import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
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

/** Opens the map to choose a place; `useOnChosenPlace` hands it over when the user comes back. */
export function useAskForPlace(): (near?: NamedPlace) => void {
  const router = useRouter();
  return (near) => {
    const search = near === undefined ? {} : { lat: String(near.latitude), lng: String(near.longitude) };
    void router.navigate({ to: '/choose-location', search, state: { wantsPlace: true } });
  };
}

/** Hands over the place that was chosen for this screen, once: it is not there again after a reload. */
export function useOnChosenPlace(take: (place: NamedPlace) => void): void {
  const { history } = useRouter();
  const place = useRouterState({ select: ({ location }) => location.state.chosenPlace ?? null });
  const takePlace = useEffectEvent(take);
  useEffect(() => {
    if (place === null) return;
    const { href, state } = history.location;
    const { chosenPlace: _taken, ...rest } = state;
    history.replace(href, rest);
    takePlace(place);
  }, [place, history]);
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
