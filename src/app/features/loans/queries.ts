import { infiniteQueryOptions } from '@tanstack/react-query';
import type { CallOutput } from '#protocol/calls.ts';
import type { Loan, LoanState } from '#protocol/loans/entities.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';

/** The coin that is lent. */
export const lentCoin = 'USDT';

/** Prices of collateral move: asked for again this often while a form or a loan is on screen. */
const renewMs = 5_000;
/** While something is under way, its next step comes within seconds. */
const renewSoonMs = 1_500;

/** The most one may borrow now, and what is taken as collateral at which price. */
export const limitsQuery = {
  ...callQuery('GET loan/getMaxAmount', { asset: lentCoin }),
  staleTime: 0,
  refetchInterval: renewMs,
};

/** For how long a coin is lent, and at which rate. */
export const termsQuery = callQuery('GET loan/getMaxPeriod', { asset: lentCoin });

/** What one owes already. */
export const alreadyQuery = { ...callQuery('GET loan/getAlreadyAmount', { asset: lentCoin }), staleTime: 0 };

export const loansRoot = 'loan/list';
export const eventsRoot = 'coinLoanList';
const pageSize = '30';

/** Own loans, newest first, page by page; those of one state, or all. */
export function loansQuery(state: LoanState | null) {
  return infiniteQueryOptions({
    queryKey: [loansRoot, { state }, 'pages'],
    staleTime: 0,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET loan/list',
        { size: pageSize, ...(state === null ? {} : { state }), ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: (last: CallOutput<'GET loan/list'>) => last.next,
  });
}

/** Whether a loan changes by itself, and how soon. */
function renewOf(loan: Loan | undefined): number | false {
  if (loan === undefined || loan.endedAt !== null) return false;
  return loan.state === 'running' ? renewMs : renewSoonMs;
}

type Listed = CallOutput<'GET loan/list'>;

/** One own loan, kept as it is now. */
export function loanQuery(id: string) {
  return {
    ...callQuery('GET loan/list', { id }),
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data: Listed | undefined } }) => renewOf(state.data?.list[0]),
  };
}

/** What happened to a loan, newest first. */
export function eventsQuery(loan: Loan) {
  return {
    ...callQuery('GET coinLoanList', { loan: loan.id, size: pageSize }),
    staleTime: 0,
    refetchInterval: renewOf(loan),
  };
}
