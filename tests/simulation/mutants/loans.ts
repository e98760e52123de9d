import type { Mutant } from './mutant.ts';

/** Faults in loans. */
export const loansMutants: readonly Mutant[] = [
  {
    name: 'a loan is not locked',
    file: 'earn/loans/store.ts',
    from: ".where(eq(loans.id, id)).for('update');",
    to: '.where(eq(loans.id, id));',
  },
  {
    name: 'a loan is free in its first hour',
    file: '../protocol/loans/maths/interest.ts',
    from: 'export const leastHours = 1;',
    to: 'export const leastHours: number = 0;',
  },
  {
    name: 'an hour that has begun bears interest',
    file: '../protocol/loans/maths/interest.ts',
    from: '  return to <= from ? 0 : Math.floor((to - from) / hourMs);',
    to: '  return to <= from ? 0 : Math.ceil((to - from) / hourMs);',
  },
  {
    name: 'principal is paid before interest',
    file: 'earn/loans/rules.ts',
    from: '  const ofInterest = units < row.interest ? units : row.interest;',
    to: '  const ofInterest = units < row.principal ? 0n : row.interest;',
  },
  {
    name: 'a repayment takes a unit of the principal instead of the interest',
    file: 'earn/loans/rules.ts',
    from: '  const ofInterest = units < row.interest ? units : row.interest;',
    to: '  const isPart = units > row.interest && units < owedOf(row) && row.interest > 0n;\n  const ofInterest = units < row.interest ? units : row.interest - (isPart ? 1n : 0n);',
  },
  {
    name: 'a loan bears interest for a part of its first hour',
    file: 'earn/loans/rules.ts',
    from: 'withInterest(noInterest, row.principal, row.hourlyRate, leastHours);',
    to: 'withInterest(noInterest, row.principal / 2n, row.hourlyRate, leastHours);',
  },
  {
    name: 'collateral is sold far below the index',
    file: 'earn/loans/rules.ts',
    from: 'const worstShare = { over: 95n,',
    to: 'const worstShare = { over: 1n,',
  },
  {
    name: 'a loan that is due is not sold',
    file: 'earn/loans/watch.ts',
    from: '  if (now >= found.dueAt) {',
    to: '  if (now >= found.dueAt + 1_000 * hourMs) {',
  },
  {
    name: 'a loan may be larger than its collateral allows',
    file: 'earn/loans/apply.ts',
    from: "  if (amount > most) throw new Refusal('quantityOutOfRange', { why: 'collateral', most: shown(most) });\n",
    to: '  void most;\n',
  },
  {
    name: 'a sale that nobody bids for waits without end',
    file: 'earn/loans/rules.ts',
    from: 'export const takenOverAfterMs = dayMs;',
    to: 'export const takenOverAfterMs = 1_000 * dayMs;',
  },
  {
    name: 'a surplus of a sale stays with the loan',
    file: 'earn/loans/journals.ts',
    from: "    intoCover('loans', row.asset, paid),\n    spot(row.owner, row.asset, surplus),\n  ].filter(({ amount }) => amount !== 0n);\n  if",
    to: "    intoCover('loans', row.asset, paid + surplus),\n  ].filter(({ amount }) => amount !== 0n);\n  if",
  },
];
