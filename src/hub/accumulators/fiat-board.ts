import type { BoardAdvert, BoardUpdate } from '../../protocol/core/stream/channels.ts';
import type { MergedInto } from '../../protocol/core/stream/account-merge.ts';
import type { Accumulator } from './accumulator.ts';

/** The newest word on each advert; as changes, what left is remembered until it comes back. */
export function boardOf(keeps: MergedInto): Accumulator<BoardUpdate> {
  const adverts = new Map<string, BoardAdvert>();
  const gone = new Set<string>();
  let more = false;
  return {
    add: (update) => {
      for (const id of update.gone) {
        adverts.delete(id);
        if (keeps === 'changes') gone.add(id);
      }
      for (const advert of update.adverts) {
        adverts.set(advert.id, advert);
        gone.delete(advert.id);
      }
      ({ more } = update);
    },
    read: () => [{ adverts: [...adverts.values()], gone: [...gone], more }],
    get size() {
      return adverts.size + gone.size;
    },
  };
}
