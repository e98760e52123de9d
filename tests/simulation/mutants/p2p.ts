import type { Mutant } from './mutant.ts';

const merchants = ['p2p-merchant', 'never-releasing'];
const traders = [...merchants, 'p2p-taker', 'never-paying'];
const thieves = [...merchants, 'p2p-taker', 'thief'];

/** Faults in what is bought from others and has to stay. */
const holdsMutants: readonly Mutant[] = [
  {
    name: 'what was bought from others is not held',
    file: 'p2p/orders/ending.ts',
    from: '    await deps.outflow.keep(tx, purchaseOf(deps, row), now);\n',
    to: '',
    among: thieves,
  },
  {
    name: 'what is held may be sent to somebody at once',
    file: 'custody/transfers/calls.ts',
    from: '    await deps.outflow.check(tx, leaving, now);\n',
    to: '    void leaving;\n',
    among: thieves,
  },
  {
    name: 'what is held may be withdrawn',
    file: 'custody/withdrawals/request-withdrawal.ts',
    from: "  await deps.outflow.check(tx, { way: 'withdrawal', owner, session, wallet: 'spot', asset, units }, now);\n",
    to: '',
    among: thieves,
  },
  {
    name: 'a hold is left behind by a conversion',
    file: 'core/outflow/held-value.ts',
    from: '      if (isHouse(owner) || !isHeldIn(wallet)) return;\n',
    to: '      if (isHouse(owner) || !isHeldIn(wallet) || asset !== quoteAsset) return;\n',
    among: thieves,
  },
  {
    name: 'what is held may be traded at any price',
    file: 'markets/spot/calls.ts',
    from: '  return fair === null ? request : { ...request, fair };',
    to: '  return fair === null ? request : { ...request };',
    among: [...thieves, 'colluder'],
  },
  {
    name: 'what is held may be sold to a second merchant',
    file: 'p2p/orders/taking/take.ts',
    from: '  await outflow.check(tx, leaving, now);\n',
    to: '  void outflow;\n  void leaving;\n',
    among: thieves,
  },
  {
    name: 'what is held may be moved to another wallet',
    file: 'custody/transfers/transfer.ts',
    from: '  if (!isHeldIn(to)) {',
    to: '  if (!isHeldIn(to) && !isHeldIn(from)) {',
    among: thieves,
  },
  {
    name: 'a device that is new sends at once',
    file: 'accounts/account/withdrawal-hold.ts',
    from: "  if (until !== null) throw new Refusal('withdrawalHold', { until, reason: 'new-device' });",
    to: '  void until;',
    among: thieves,
  },
];

/** Faults in who may trade, and in what letting an order go costs. */
const standingMutants: readonly Mutant[] = [
  {
    name: 'adverts of whoever may not trade go on',
    file: 'p2p/orders/cases/ending-trade.ts',
    from: '  await pauseAllAdverts(tx, owner, now);\n',
    to: '  void pauseAllAdverts;\n',
    among: traders,
  },
  {
    name: 'a suspended merchant trades on',
    file: 'p2p/orders/cases/operate-merchants.ts',
    from: "    if (suspended) await endTrading(tx, owner, 'merchant-suspended', at);\n",
    to: '',
    among: traders,
  },
  {
    name: 'nobody looks at the standing of whom they trade with',
    file: 'p2p/merchants/standing.ts',
    from: '  return rows.filter((row) => missingOf(row) === null);',
    to: '  return rows.filter((row) => row.id !== null);',
    among: traders,
    hours: 3,
  },
  {
    name: 'a buyer who lets an order expire is not counted',
    file: 'p2p/orders/due.ts',
    from: "'expire', now, await judgeTimeout(tx, row, now));",
    to: "'expire', now);",
    among: traders,
    hours: 3,
  },
  {
    name: 'the third order that expires costs nothing',
    file: 'p2p/orders/cancellations/judging.ts',
    from: '  const costs = judged.number !== null && isBeyondFree(judged.number) && row.confirmed;',
    to: '  const costs = judged.number === null && row.confirmed;',
    among: traders,
    hours: 6,
  },
  {
    name: 'the third cancellation costs nothing and ends no day',
    file: 'p2p/orders/cancellations/rules.ts',
    from: '  return number > freeCancelsPerDay;',
    to: '  return number > 100 * freeCancelsPerDay;',
    among: traders,
    hours: 3,
  },
];

/** Faults in orders, their ends and their appeals. */
const orderMutants: readonly Mutant[] = [
  {
    name: 'an order that expires is paid out',
    file: 'p2p/orders/rules.ts',
    from: "'waiting-payment': { pay: 'paid', cancel: 'cancelled', expire: 'cancelled' },",
    to: "'waiting-payment': { pay: 'paid', cancel: 'cancelled', expire: 'completed' },",
    among: traders,
    hours: 3,
  },
  {
    name: 'an order that is released goes to its seller',
    file: 'p2p/orders/journals.ts',
    from: '  const buyer = { owner: order.buyer,',
    to: '  const buyer = { owner: order.seller,',
    among: traders,
  },
  {
    name: 'either side does what the other one should',
    file: 'p2p/orders/rules.ts',
    from: "  if (event !== 'appeal' && doers[event] !== side) return { code: 'operationFailed' };\n",
    to: '',
    among: traders,
  },
  {
    name: 'a seller cancels',
    file: 'p2p/orders/rules.ts',
    from: "  if (event === 'cancel' && side !== 'buyer') return { code: 'cannotCancel' };\n  if (event !== 'appeal' && doers",
    to: "  if (event !== 'appeal' && event !== 'cancel' && doers",
    among: traders,
  },
  {
    name: 'an appeal is decided again',
    file: 'p2p/orders/appeals/operate-appeals.ts',
    from: "row.state !== 'appeal' || row.decision !== null ? null : row;",
    to: "row.state !== 'appeal' ? null : row;",
    among: traders,
    hours: 2,
  },
  {
    name: 'an appeal ends the other way',
    file: 'p2p/orders/due.ts',
    from: "decided.decision === 'release' ? 'decide-release' : 'decide-refund', now);",
    to: "decided.decision === 'release' ? 'decide-refund' : 'decide-release', now);",
    among: traders,
    hours: 2,
  },
  {
    name: 'evidence is added to what ended',
    file: 'p2p/orders/acts.ts',
    from: "  if (isEnded(row.state)) throw new Refusal('orderFinished');",
    to: '  void [row, isEnded];',
    among: traders,
    hours: 1,
  },
  {
    name: 'an order that was marked as paid expires',
    file: 'p2p/orders/due.ts',
    from: "  if (row.state === 'paid') return warnOfNoProof(tx, deps, row, now);",
    to: "  if (row.state === 'paid' && now < 0) return warnOfNoProof(tx, deps, row, now);\n  if (row.state === 'paid') return endOrder(tx, deps, { ...row, state: 'waiting-payment' }, 'expire', now);",
    among: traders,
    hours: 2,
  },
  {
    name: 'a penalty takes nothing of the deposit',
    file: 'p2p/orders/appeals/penalties.ts',
    from: 'units: deposit.units - units }',
    to: 'units: deposit.units - 0n * units }',
    among: traders,
    hours: 2,
  },
];

/** Faults in fiat trading, and in the holds of what is bought there. */
export const p2pMutants: readonly Mutant[] = [...holdsMutants, ...standingMutants, ...orderMutants];
