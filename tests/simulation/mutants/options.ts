import type { Mutant } from './mutant.ts';

/** Faults in options. */
export const optionsMutants: readonly Mutant[] = [
  {
    name: 'a lost stake goes back',
    file: 'markets/options/settling.ts',
    from: "  const back = outcome === 'loss' ? 0n : stake + profit;\n  return [",
    to: '  const back = stake + profit;\n  return [',
  },
  {
    name: 'a round takes stakes until its strike',
    file: 'markets/options/entering.ts',
    from: 'at < Number(round.lock_at);',
    to: 'at < Number(round.strike_at);',
  },
  {
    name: 'fees of rounds go to the treasury',
    file: 'markets/options/settling.ts',
    from: "owner: houseOwners.fees, wallet: 'option'",
    to: "owner: houseOwners.treasury, wallet: 'option'",
  },
  {
    name: 'fees of winnings are rounded up',
    file: '../protocol/options/maths/payout.ts',
    from: '  const fee = (winnings * feePerMille) / perMille;',
    to: '  const fee = (winnings * feePerMille + perMille - 1n) / perMille;',
  },
  {
    name: 'a round goes to the other side',
    file: 'markets/options/store.ts',
    from: 'return directionOf(toUnits(strike.deciding.price, compareScale), toUnits(settlement, compareScale));',
    to: 'return directionOf(toUnits(settlement, compareScale), toUnits(strike.deciding.price, compareScale));',
  },
  {
    name: 'a round of before a restart is settled by a price of after it',
    file: 'markets/options/store.ts',
    from: 'tick.at >= dueAt && tick.at <= dueAt + optionTickToleranceMs;',
    to: 'tick.at >= dueAt;',
  },
  {
    name: 'whoever was right alone wins nothing and says profit',
    file: 'markets/engine/option-round.ts',
    from: '  if (won === 0n || lost === 0n) {',
    to: '  if (won === 0n) {',
  },
];
