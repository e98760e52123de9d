import type { Mutant } from './mutant.ts';

/** Faults in transfers, conversions and practice coins. */
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
];
