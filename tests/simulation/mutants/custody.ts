import type { Mutant } from './mutant.ts';

/** Faults in transfers, conversions, practice coins, deposits and withdrawals. */
export const custodyMutants: readonly Mutant[] = [
  {
    name: 'a transfer that is too large takes what there is',
    file: 'custody/transfers/transfer.ts',
    from: '      { ...account, wallet: from, amount: -units },\n      { ...account, wallet: to, amount: units },',
    to: '      { ...account, wallet: from, amount: -(units < payer.available ? units : payer.available) },\n      { ...account, wallet: to, amount: units < payer.available ? units : payer.available },',
  },
  {
    name: 'a conversion takes no fee',
    file: 'custody/conversions/conversion.ts',
    from: '      { ...account, owner: fees, asset: to, amount: fee },\n      { ...account, owner, asset: to, amount: gross - fee },',
    to: '      { ...account, owner, asset: to, amount: gross },',
  },
  {
    name: 'a transfer comes back to where it was',
    file: 'custody/transfers/transfer.ts',
    from: '      { ...account, wallet: to, amount: units },',
    to: '      { ...account, wallet: from, amount: units },',
  },
  {
    name: 'a quote is taken without a lock',
    file: 'custody/conversions/store.ts',
    from: "WHERE id = $1 AND owner = $2 FOR UPDATE'",
    to: "WHERE id = $1 AND owner = $2'",
  },
  {
    name: 'a quote can be used again',
    file: 'custody/conversions/store.ts',
    from: "  if (row.used) throw new Refusal('alreadyProcessed');\n",
    to: '',
  },
  {
    name: 'a quote that expired is honoured',
    file: 'custody/conversions/store.ts',
    from: "  if (Number(row.expires_at) <= now) throw new Refusal('orderUpdated');\n",
    to: '',
  },
  {
    name: 'fees of conversions go to the treasury',
    file: 'custody/conversions/conversion.ts',
    from: '      { ...account, owner: fees, asset: to, amount: fee },',
    to: '      { ...account, owner: treasury, asset: to, amount: fee + 0n * BigInt(Number(fees)) },',
  },
  {
    name: 'practice coins can be taken at any time',
    file: 'custody/wallets/practice-coins.ts',
    from: 'WHERE take.at <= $4`,',
    to: 'WHERE take.at <= $3 AND $4::bigint > 0`,',
  },
  {
    name: 'a deposit is free before its confirmations',
    file: 'custody/deposits/deposit-moves.ts',
    from: "      if (row.state === 'credited' && confirmations >= row.freeConfirmations) {",
    to: "      if (row.state === 'credited' && confirmations >= row.creditConfirmations) {",
  },
  {
    name: 'a log that is seen twice is credited twice',
    file: 'custody/deposits/store.ts',
    from: "     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, $11, $12, $13, $13)\n     ON CONFLICT (chain, hash, place, coalesce(address, '')) WHERE hash IS NOT NULL AND state <> 'refused'",
    to: "     VALUES ($1, $2, $3, $4, $5, $6, $7, $8 + (SELECT count(*)::integer FROM deposits WHERE hash = $7 AND state <> 'undone'), $9, $10, 1, $11, $12, $13, $13)\n     ON CONFLICT (chain, hash, place, coalesce(address, '')) WHERE hash IS NOT NULL AND state <> 'refused'",
  },
  {
    name: 'a deposit that was reorganised away stays',
    file: 'custody/deposits/block-reading.ts',
    from: "(await lockOfBlock(tx, chain.id, block.hash)).filter((row) => row.state !== 'undone');",
    to: "(await lockOfBlock(tx, chain.id, block.hash)).filter((row) => row.state === 'seen');",
  },
  {
    name: 'a deposit that was undone is credited by half when it comes again',
    file: 'custody/deposits/store.ts',
    from: 'SET asset = excluded.asset, units = excluded.units,',
    to: 'SET asset = excluded.asset, units = greatest(1, excluded.units / 2),',
  },
  {
    name: 'a block is not read a second time',
    file: 'custody/deposits/rereading.ts',
    from: 'notify(block, await readAgain(block, (tx) => markReadAgain(tx, chain.id, block)));',
    to: 'await database.transaction((tx) => markReadAgain(tx, chain.id, block));',
  },
  {
    name: 'a withdrawal is sent again after an unknown outcome',
    file: 'custody/withdrawals/payouts/payout-following.ts',
    from: '      if (!(error instanceof TransferRefused)) throw error;\n      return refused(row, transfers, error);',
    to: "      if (error instanceof TransferRefused) return refused(row, transfers, error);\n      const { releaseNonce } = await import('./payout-transfers.ts');\n      await database.transaction((tx) => releaseNonce(tx, row, 'elsewhere', clock()));\n      throw error;",
  },
  {
    name: 'a refused withdrawal keeps its coins',
    file: 'custody/withdrawals/settlement.ts',
    from: '    if (row === null) throw new Error(`withdrawal ${review.subject} was not under review`);\n    const balances = await deps.ledger.postMany(tx, givingBack(row, now));',
    to: '    if (row === null) throw new Error(`withdrawal ${review.subject} was not under review`);\n    const balances = await deps.ledger.postMany(tx, []);',
  },
  {
    name: 'a withdrawal that failed on the chain is booked as paid',
    file: 'custody/withdrawals/payouts/payout-recording.ts',
    from: "await settle(deps, row, status.state === 'mined' ? 'confirmed' : 'failed', confirmations);",
    to: "await settle(deps, row, 'confirmed', confirmations);",
  },
];
