import type { Mutant } from './mutant.ts';

/** Faults in what is listed, halted and delisted. */
export const listingMutants: readonly Mutant[] = [
  {
    name: 'a delisted pair keeps its robots',
    file: 'markets/robots/running/step.ts',
    from: '  if (delisting !== null && delisting.endsAt <= now) {',
    to: '  if (delisting !== null && delisting.endsAt < 0) {',
  },
  {
    name: 'robots forget the end of a pair that is gone',
    file: 'markets/robots/delisting.ts',
    from: "  if (pair?.state === 'closed') return 0;\n",
    to: '',
  },
  {
    name: 'a stopping robot on a closed pair tries for ever',
    file: 'markets/robots/running/ending.ts',
    from: "  if (deps.gate.isStopped('robots', {",
    to: "  if (coins.some(({ pair }) => !deps.spot.isOpen(pair)) || deps.gate.isStopped('robots', {",
  },
  {
    name: 'orders of a delisted pair stay open',
    file: 'core/instrument-acts/due.ts',
    from: '    const left = await cancelAll(id);',
    to: '    const left = 0 * cancelAll.length;',
  },
  {
    name: 'a pair closes when its orders are cancelled',
    file: 'core/instrument-acts/due.ts',
    from: '    else if (isDue(closesAt)) await move',
    to: '    else if (closesAt !== null) await move',
  },
  {
    name: 'a pair whose end has come never closes',
    file: 'core/instrument-acts/due.ts',
    from: '    else if (isDue(closesAt)) await move',
    to: '    else if (isDue(closesAt) && left < 0) await move',
  },
  {
    name: 'a halted pair takes orders',
    file: 'markets/spot/auction/phase.ts',
    from: "  if (state !== 'open') return 'closed';",
    to: "  if (state !== 'open' && state !== 'halted') return 'closed';",
  },
  {
    name: 'a pair that ends takes orders until then',
    file: 'markets/spot/auction/phase.ts',
    from: "  if (state !== 'open') return 'closed';",
    to: "  if (state !== 'open' && state !== 'closing') return 'closed';",
  },
];
