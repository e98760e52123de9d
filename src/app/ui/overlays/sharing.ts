import { shareBySystem } from './share-file.ts';
import { useCopy } from '../controls/copying.ts';

/** An address to share, and what goes with it. */
interface SharedLink {
  readonly title: string;
  readonly text?: string;
  readonly url: string;
}

/** Hands an address to the system's share sheet; copies it where there is none, and says so in the given words. */
export function useShareLink(): (link: SharedLink, copied: string) => Promise<void> {
  const copy = useCopy();
  return async (link, copied) => {
    const outcome = await shareBySystem({ ...link });
    if (outcome === 'unavailable') copy(link.url, copied);
  };
}
