import { loansOf } from './loan-applications.ts';
import { noId, ownerAlone, type Row, users } from './role-matrix-row.ts';
import type { Role, RoleWorld } from './role-matrix-world.ts';

/** Loans: what one owes is shown to nobody else, and nobody else repays it. */
export function loanRows(world: RoleWorld) {
  const own: Row = { answers: users() };
  const loans = () => loansOf<Role>(world.exchange, (call, body, as = 'owner') => world.done(call, body, as));
  return {
    'GET loan/getMaxPeriod': [own],
    'GET loan/getMaxAmount': [own],
    'GET loan/getAlreadyAmount': [own],
    'POST loan/add': [{ answers: users(), body: () => loans().application() }],
    'GET loan/list': [{ answers: users(), own: 'id' }],
    'POST coinLoan': [
      {
        answers: ownerAlone(),
        make: () => loans().running(),
        absent: noId,
        of: (loan: string) => ({ act: 'repay', loan, amount: '10' }),
      },
    ],
    'GET coinLoanList': [{ answers: users(), own: 'loan' }],
  } satisfies Record<string, readonly Row[]>;
}
