/** An advert as a list needs to know it. */
interface Listed {
  readonly id: string;
}

/** A list as its reader accepted it: what comes later is offered, and moves nothing. */
interface SteadyList {
  readonly pages: number;
  /** In the order they are shown. */
  readonly ids: readonly string[];
}

/**
 * The list after an answer. More pages are appended, as the reader asked for them by scrolling; the same pages asked
 * for again change no place.
 */
export function steadyAfter(held: SteadyList, pages: number, loaded: readonly Listed[]): SteadyList {
  if (pages === held.pages) return held;
  if (pages < held.pages) return acceptedList(pages, loaded);
  const known = new Set(held.ids);
  return { pages, ids: [...held.ids, ...loaded.filter(({ id }) => !known.has(id)).map(({ id }) => id)] };
}

/** The list with everything that is there now. */
export function acceptedList(pages: number, loaded: readonly Listed[]): SteadyList {
  return { pages, ids: loaded.map(({ id }) => id) };
}

/** What is shown: the accepted adverts that are still there; and how many others came meanwhile. */
export function shownOf<Advert extends Listed>(
  { ids }: SteadyList,
  loaded: readonly Advert[],
  isGone: (advert: Advert) => boolean,
): { readonly shown: readonly Advert[]; readonly others: readonly Advert[] } {
  const byId = new Map(loaded.map((advert) => [advert.id, advert]));
  const shown = ids.flatMap((id) => {
    const advert = byId.get(id);
    return advert === undefined || isGone(advert) ? [] : [advert];
  });
  const accepted = new Set(ids);
  return { shown, others: loaded.filter((advert) => !accepted.has(advert.id) && !isGone(advert)) };
}
