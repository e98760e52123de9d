import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import type { Loan } from '#protocol/loans/entities.ts';
import { addDecimals, compareDecimals, type Decimal, subtractDecimals } from '#protocol/core/decimal.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useBalance } from '#app/platform/stream/stream-hooks.ts';
import { toast } from '#app/ui/overlays/toast.ts';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import { addTo, isStepped, owedIn, type Pledged, ratioOf, repayTo, upTo } from '../health.ts';
import { repairMutation } from '../mutations.ts';
import { limitsQuery } from '../queries.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

const calls = ['POST coinLoan'] as const;

/** What can be done to a loan that runs. */
export type RepairKind = 'top-up' | 'repay' | 'repay-all';

/** What is wrong with the amount. */
type RepairProblem = 'missing' | 'too-much' | 'above-owed' | 'step';

/** An amount that is repaid or added, and what it leads to. */
export interface Repair {
  readonly asset: string;
  readonly amount: string;
  readonly change: (amount: string) => void;
  /** Of the coin, in the wallet it is taken from; null before it is known. */
  readonly available: Decimal | null;
  readonly step: Decimal;
  /** What brings it back to the level of the beginning; null without a price, or where it is there. */
  readonly back: Decimal | null;
  /** The loan after it; null while nothing is entered or the amount is wrong. */
  readonly left: Pledged | null;
  readonly after: number | null;
  readonly problem: RepairProblem | null;
  readonly failure: string | null;
  readonly submit: ReturnType<typeof useRepairSubmit>;
  readonly send: () => void;
}

function useRepairSubmit() {
  return useSubmit(calls, repairMutation(useQueryClient()));
}

const nothingTyped: Record<RepairKind, string | null> = { repay: null, 'repay-all': null, 'top-up': null };

/** The unsent amount of one loan; while it is warned, the field opens with what brings it back. */
export function useRepair(loan: Loan, kind: RepairKind): Repair {
  const { t } = useLingui();
  const submit = useRepairSubmit();
  const [typed, setTyped] = useKeptState<Record<RepairKind, string | null>>(`loan.${loan.id}`, nothingTyped);
  const limits = useQuery(limitsQuery);
  const isTopUp = kind === 'top-up';
  const { collateral } = loan;
  const asset = isTopUp ? collateral.asset : loan.asset;
  const { decimals } = useCoinFacts()(asset);
  const balance = useBalance(isTopUp ? collateral.wallet : 'spot', asset);
  const available = balance?.available ?? null;
  const step = limits.data?.collaterals.find((one) => one.asset === collateral.asset)?.step ?? '0';
  const pledged: Pledged = { owed: loan.owed, collateral: collateral.amount };
  const back = backOf(loan, isTopUp, decimals, step);
  const amount = kind === 'repay-all' ? loan.owed : (typed[kind] ?? (loan.warning === 'none' ? '' : (back ?? '')));
  const problem = problemOf({ kind, amount, available, step, owed: loan.owed });
  const left = problem === null || problem === 'too-much' ? leftOf(pledged, kind, amount) : null;
  const after = left === null || left.owed === '0' ? null : ratioOf(left, loan.price);
  const send = () => {
    if (problem !== null) return;
    submit.send(
      { act: actOf(loan, kind, amount), asset },
      {
        onSuccess: () => {
          setTyped(nothingTyped);
          const what = `${formatNumber(amount)} ${asset}`;
          toast.show({ type: 'success', title: isTopUp ? t`${what} locked as collateral` : t`${what} repaid` });
        },
      },
    );
  };
  const change = (next: string) => {
    submit.reset();
    setTyped({ ...typed, [kind]: next });
  };
  const failure = useFailureText(submit.error);
  return { asset, amount, change, available, step, back, left, after, problem, failure, submit, send };
}

function backOf({ price, owed, collateral, levels }: Loan, isTopUp: boolean, places: number, step: Decimal) {
  if (price === null) return null;
  const pledged = { owed, collateral: collateral.amount };
  const amount = isTopUp
    ? addTo(pledged, price, levels.initial, step)
    : repayTo(pledged, price, levels.initial, places);
  return compareDecimals(amount, '0') > 0 ? amount : null;
}

interface Entered {
  readonly kind: RepairKind;
  readonly amount: string;
  readonly available: Decimal | null;
  readonly step: Decimal;
  readonly owed: Decimal;
}

function problemOf({ kind, amount, available, step, owed }: Entered): RepairProblem | null {
  if (amount === '' || compareDecimals(amount, '0') <= 0) return 'missing';
  if (kind === 'top-up' && !isStepped(amount, step)) return 'step';
  if (kind === 'repay' && compareDecimals(amount, owed) > 0) return 'above-owed';
  return available !== null && compareDecimals(amount, available) > 0 ? 'too-much' : null;
}

function leftOf({ owed, collateral }: Pledged, kind: RepairKind, amount: Decimal): Pledged {
  return kind === 'top-up'
    ? { owed, collateral: addDecimals(collateral, amount) }
    : { owed: subtractDecimals(owed, amount), collateral };
}

/** The whole of it may have borne one more hour of interest until it arrives. */
function actOf(loan: Loan, kind: RepairKind, amount: Decimal): CallInput<'POST coinLoan'> {
  if (kind !== 'repay-all') return { act: kind, loan: loan.id, amount };
  const anHour = owedIn(loan.principal, loan.hourlyRate, 1);
  const most = addDecimals(loan.owed, subtractDecimals(anHour, loan.principal));
  return { act: 'repay-all', loan: loan.id, most: upTo(most, 8) };
}
