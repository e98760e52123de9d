import type { Mutant } from './mutant.ts';

/** Faults in fixed terms, mining and checking in. */
export const earnMutants: readonly Mutant[] = [
  {
    name: 'a fixed term that ended returns nothing',
    file: 'earn/fixed-terms/journals.ts',
    from: '    ...(returnsPrincipal\n',
    to: '    ...(returnsPrincipal && interest < 0n\n',
  },
  {
    name: 'leaving a term early costs nothing',
    file: 'earn/fixed-terms/rules.ts',
    from: '        ? keptOnExit(row, day)',
    to: '        ? interestAfter(row, day)',
  },
  {
    name: 'a term ends a day early',
    file: 'earn/fixed-terms/rules.ts',
    from: '    endsAt: now + days * dayMs,',
    to: '    endsAt: now + (days - 1) * dayMs,',
  },
  {
    name: 'a term that is renewed returns as well',
    file: 'earn/fixed-terms/ending.ts',
    from: '...endJournals(one, one.renewed === null, now),',
    to: '...endJournals(one, true, now),',
  },
  {
    name: 'terms that fell due long before a start are forgotten',
    file: 'earn/fixed-terms/due.ts',
    from: "       WHERE state = 'not-earned' AND ends_at <= $1 AND asset",
    to: "       WHERE state = 'not-earned' AND ends_at BETWEEN $1 - 60000 AND $1 AND asset",
  },
  {
    name: 'a miner burns half of its fuel',
    file: '../protocol/mining/maths.ts',
    from: '    tank: run.tank - gone * terms.burn,',
    to: '    tank: run.tank - (gone * terms.burn) / 2,',
  },
  {
    name: 'a day that is not over earns',
    file: '../protocol/mining/maths.ts',
    from: 'return daily * BigInt(Math.floor(ran / dayMs));',
    to: 'return daily * BigInt(Math.ceil(ran / dayMs));',
  },
  {
    name: 'income of miners goes to the spot wallet',
    file: 'earn/mining/acts.ts',
    from: "{ owner, wallet: 'mining', asset, part: 'available', amount }",
    to: "{ owner, wallet: 'spot', asset, part: 'available', amount }",
  },
  {
    name: 'a miner is not locked',
    file: 'earn/mining/store.ts',
    from: "const [row] = await drizzle.select().from(miners).where(eq(miners.id, id)).for('no key update');",
    to: 'const [row] = await drizzle.select().from(miners).where(eq(miners.id, id));',
  },
  {
    name: 'miners that stopped long before a start are forgotten',
    file: 'earn/mining/store.ts',
    from: '    .where(and(lte(miners.dueAt, now), ',
    to: '    .where(and(lte(miners.dueAt, now), gt(miners.dueAt, now - 60_000), ',
  },
  {
    name: 'a day is signed in twice',
    file: 'earn/check-in/check-in.ts',
    from: "  if (streak.lastDay >= day) throw new Refusal('alreadySignedIn');\n",
    to: '',
  },
];
