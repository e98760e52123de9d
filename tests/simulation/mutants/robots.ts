import type { Mutant } from './mutant.ts';

/** Faults in robots. */
export const robotsMutants: readonly Mutant[] = [
  {
    name: 'a robot is not locked',
    file: 'markets/robots/store.ts',
    from: ".where(eq(robots.id, id)).for('no key update');",
    to: '.where(eq(robots.id, id));',
  },
  {
    name: 'orders of a robot share a key',
    file: 'markets/robots/store.ts',
    from: 'key: `${call} ${robot} ${ref}`,',
    to: 'key: `${call} ${robot} ${Math.min(ref, 2)}`,',
  },
  {
    name: 'robots are not called again after a start',
    file: 'markets/robots/running/runner.ts',
    from: '      calling.call(row.id, row.pair, last === null ? {} : { low: last, high: last });\n',
    to: '',
  },
  {
    name: 'a robot that ends keeps its coins',
    file: 'markets/robots/running/ending.ts',
    from: '    held: named(row.quoteHeld, all),',
    to: '    held: named(row.quoteHeld, all.map(() => 0n)),',
  },
  {
    name: 'what a robot sold is accounted for twice',
    file: 'markets/robots/rules.ts',
    from: '    filledTotal: now.filledTotal - accounted.filledTotal,',
    to: '    filledTotal: now.filledTotal,',
  },
];
