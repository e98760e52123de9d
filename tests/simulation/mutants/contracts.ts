import type { Mutant } from './mutant.ts';

/** Faults in contracts. */
export const contractsMutants: readonly Mutant[] = [
  {
    name: 'opening a position is free',
    file: 'markets/contracts/journals.ts',
    from: "      [owner, part, -(margin + fee)],\n      [owner, 'locked', margin],\n      [houseOwners.fees, 'available', fee],",
    to: "      [owner, part, -margin],\n      [owner, 'locked', margin],",
  },
  {
    name: 'closing a position keeps its margin locked',
    file: 'markets/contracts/journals.ts',
    from: "      [owner, 'locked', 0n - margin],\n      [houseOwners.clearing, 'available', 0n - profit],\n      [houseOwners.fees, 'available', fee],\n      [houseOwners.insurance",
    to: "      [houseOwners.fees, 'available', -margin],\n      [houseOwners.clearing, 'available', 0n - profit],\n      [houseOwners.fees, 'available', fee],\n      [houseOwners.insurance",
  },
  {
    name: 'opening fees are rounded up',
    file: 'markets/contracts/changes.ts',
    from: '    const fee = feeOn(cost, terms.openFeePpm);',
    to: '    const fee = feeOn(cost, terms.openFeePpm) + 1n;',
  },
  {
    name: 'closing a position is free',
    file: 'markets/contracts/changes.ts',
    from: '    const asked = feeOn(lotsValue(listed.terms, priceTicks, lots), listed.terms.closeFeePpm);',
    to: '    const asked = 0n * feeOn(lotsValue(listed.terms, priceTicks, lots), listed.terms.closeFeePpm);',
  },
  {
    name: 'a short profits as a long does',
    file: '../protocol/contracts/maths/positions.ts',
    from: "side === 'long' ? value - cost : cost - value;",
    to: "side === 'long' ? value - cost : value - cost;",
  },
  {
    name: 'the first lots that are closed take all margin',
    file: '../protocol/contracts/maths/positions.ts',
    from: '    margin: (stake.margin * BigInt(lots)) / all,',
    to: '    margin: stake.margin,',
  },
  {
    name: 'a night is charged again and again',
    file: 'markets/contracts/changes.ts',
    from: '      chargedDay: day,\n',
    to: '      chargedDay: day - 1,\n',
  },
  {
    name: 'nights are never charged',
    file: 'markets/contracts/prices/step.ts',
    from: 'if (position.chargedDay < day) return true;',
    to: 'if (position.chargedDay < day - 1_000) return true;',
  },
  {
    name: 'a stop-loss never fires',
    file: 'markets/contracts/liquidations/position-triggers.ts',
    from: '  if (position.stopLossTicks !== null)\n',
    to: '  if (position.stopLossTicks === 0)\n',
  },
  {
    name: 'a take-profit fires at a loss',
    file: 'markets/contracts/liquidations/position-triggers.ts',
    from: "reason: 'take-profit', when: profit,",
    to: "reason: 'take-profit', when: loss,",
  },
  {
    name: 'a position is never liquidated',
    file: 'markets/contracts/liquidations/position-triggers.ts',
    from: '  if (forced !== null) triggers',
    to: '  if (forced === 0) triggers',
  },
  {
    name: 'a cancelled order of a contract stays frozen',
    file: 'markets/contracts/changes.ts',
    from: '    this.#deps.journals.reserve(this.#market.listed, order.owner, 0n - order.reserve, order.id);\n',
    to: '',
  },
  {
    name: 'a restart forgets positions',
    file: 'markets/contracts/store.ts',
    from: "'SELECT * FROM contract_positions WHERE contract = $1 AND lots > 0 ORDER BY id'",
    to: "'SELECT * FROM contract_positions WHERE contract = $1 AND lots > 1000000 ORDER BY id'",
  },
  {
    name: 'a restart forgets what was filled of orders',
    file: 'markets/contracts/market.ts',
    from: '        lots: order.lots - order.filledLots,',
    to: '        lots: order.lots,',
  },
  {
    name: 'a restart sets no triggers',
    file: 'markets/contracts/market.ts',
    from: '    for (const position of positions) this.put(position);',
    to: '    for (const position of positions) this.positions.set(position.id, position);',
  },
  {
    name: 'answers of contracts are not stored',
    file: 'markets/contracts/commits.ts',
    from: '        storeAnswers(tx.client, given, at),',
    to: '        storeAnswers(tx.client, given.slice(0, 0), at),',
  },
];
