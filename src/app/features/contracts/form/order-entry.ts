import { unitsOfMoney } from '../../../../protocol/maths/contract-spec.ts';
import { useState } from 'react';
import type { ContractOrder, ContractPosition, ListedContract } from '../../../../protocol/entities/contract.ts';
import { usePracticeMode } from '../../../platform/session/launch-config.ts';
import { acceptRisk, hasAcceptedRisk } from '../../../platform/session/risk-acceptance.ts';
import { session } from '../../../platform/session/session.ts';
import { changeContractChoice, type ContractChoice } from '../book/contract-choice.ts';
import { type Possible, usePossible } from '../book/contract-state.tsx';
import { problemLabels } from '../contract-labels.ts';
import { snapshotFor, specFor, unknownMarket } from '../book/snapshot.ts';
import { type Opening, useOpening } from './opening.ts';
import { type OpeningDraft, type OpeningField, type OpeningProblem, openingProblems } from './opening-check.ts';
import { ownUse } from './opening-maths.ts';
import type { OpeningForm } from './opening-form-state.ts';
import { subscribeLater, useContract } from '../use-contract.ts';

/** What stands over the form. */
export type OrderStep = 'leverage' | 'risk' | 'confirm';

/** An order from its first field to its answer: what form, action and sheets share. */
export interface OrderEntry {
  readonly contract: ListedContract;
  readonly draft: OpeningDraft;
  readonly form: OpeningForm;
  /** How often the user wanted to send what is not complete. */
  readonly tries: number;
  /** Of the contract wallet; null while not known. */
  readonly available: string | null;
  readonly problems: readonly OpeningProblem[];
  /** What is wrong with a field, once that is worth saying. */
  readonly reported: (field: OpeningField) => string | undefined;
  readonly turn: (change: Partial<ContractChoice>) => void;
  /** The user wants to send: says what is missing, or asks once more. */
  readonly submit: () => void;
  readonly step: OrderStep | null;
  readonly show: (step: OrderStep | null) => void;
  readonly accept: () => void;
  /** The draft that is asked about: later changes of the market do not change it. */
  readonly asked: OpeningDraft;
  readonly opening: Opening;
  readonly possible: Possible;
  readonly practice: boolean;
}

/** All that is wrong with a draft as the market runs: renders only when that changes. */
function useProblems(contract: ListedContract, draft: OpeningDraft, available: string | null) {
  const units = available === null ? null : unitsOfMoney(available);
  const spec = specFor(contract);
  const found = useContract(
    contract.id,
    (view) => JSON.stringify(openingProblems(spec, draft, snapshotFor(contract, view), units)),
    subscribeLater,
  );
  return found === null
    ? openingProblems(spec, draft, unknownMarket, units)
    : (JSON.parse(found) as readonly OpeningProblem[]);
}

/** What a user has open in the contract. */
export interface OwnOfContract {
  readonly positions: readonly ContractPosition[];
  readonly orders: readonly ContractOrder[];
}

/** @param available of the contract wallet; null while not known */
export function useOrderEntry(
  contract: ListedContract,
  choice: ContractChoice,
  form: OpeningForm,
  available: string | null,
  own: OwnOfContract,
): OrderEntry {
  const { fields } = form;
  const { side, type, leverage } = choice;
  const { price, lots, takeProfit, stopLoss } = fields;
  const use = ownUse(specFor(contract), side, own.positions, own.orders);
  const draft: OpeningDraft = { side, type, leverage, price, lots, takeProfit, stopLoss, own: use };
  const [tries, setTries] = useState(0);
  const [step, show] = useState<OrderStep | null>(null);
  const [asked, setAsked] = useState<OpeningDraft>(draft);
  const opening = useOpening(contract, () => {
    show(null);
    form.done();
  });
  const possible = usePossible(contract.id, 'open');
  const practice = usePracticeMode() === true;
  const problems = useProblems(contract, draft, available);
  const account = () => session.get()?.account ?? '';
  return {
    contract,
    draft,
    form,
    tries,
    available,
    problems,
    reported(field) {
      const problem = problems.find((one) => one.field === field);
      const isShown = problem && (fields.tried || (problem.kind !== 'missing' && fields[field] !== ''));
      return problem && isShown ? problemLabels(contract, side, problem) : undefined;
    },
    turn(change) {
      opening.forget();
      if (change.side !== undefined) form.turned();
      changeContractChoice(change);
    },
    submit() {
      form.tryIt();
      opening.forget();
      if (problems.length > 0) return setTries((count) => count + 1);
      setAsked(draft);
      show(hasAcceptedRisk('contracts', account()) ? 'confirm' : 'risk');
    },
    step,
    show,
    accept() {
      acceptRisk('contracts', account());
      show('confirm');
    },
    asked,
    opening,
    possible,
    practice,
  };
}
