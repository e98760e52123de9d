import { useState } from 'react';
import { unitsOfMoney } from '#protocol/contracts/maths/contract-spec.ts';
import type { ContractOrder, ContractPosition, ListedContract } from '#protocol/contracts/entities.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { reportedProblem } from '#app/features/order-entry/check.ts';
import { useEntrySteps } from '#app/features/order-entry/steps.ts';
import { changeContractChoice, type ContractChoice } from '../book/contract-choice.ts';
import { usePossible } from '../book/contract-state.tsx';
import { problemLabel } from '../contract-labels.ts';
import { snapshotFor, specFor, unknownMarket } from '../book/snapshot.ts';
import { useOpeningSubmit } from './submit.ts';
import { type OpeningDraft, type OpeningField, type OpeningProblem, openingProblems } from './check.ts';
import { ownUse } from './maths.ts';
import { type OpeningFields, otherSide } from './state.ts';
import { subscribeLater, useContract } from '../use-contract.ts';

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

/**
 * An order from its first field to its answer: what form, order bar and sheets share.
 *
 * @param available of the contract wallet; null while not known
 */
export function useOrderEntry(
  contract: ListedContract,
  choice: ContractChoice,
  form: OpeningFields,
  available: string | null,
  own: OwnOfContract,
) {
  const { state } = form;
  const { side, type, leverage } = choice;
  const use = ownUse(specFor(contract), side, own.positions, own.orders);
  const draft: OpeningDraft = { side, type, leverage, ...state.values, own: use };
  // How often the user wanted to send what is not complete.
  const [tries, setTries] = useState(0);
  const [choosingLeverage, setChoosingLeverage] = useState(false);
  const steps = useEntrySteps<OpeningDraft>('contracts');
  const submit = useOpeningSubmit(contract, () => {
    steps.close();
    form.clear();
  });
  const possible = usePossible(contract.id, 'open');
  const practice = usePracticeMode() === true;
  const problems = useProblems(contract, draft, available);
  return {
    contract,
    draft,
    form,
    tries,
    available,
    problems,
    /** What is wrong with a field, once that is worth reporting. */
    errorOf: (field: OpeningField): string | undefined => {
      const problem = reportedProblem(problems, field, { tried: state.tried, filledIn: state.values[field] !== '' });
      return problem === null ? undefined : problemLabel(contract, side, problem);
    },
    turn: (change: Partial<ContractChoice>) => {
      submit.reset();
      if (change.side !== undefined) form.turn(otherSide);
      changeContractChoice(change);
    },
    /** The user wants to send: says what is missing, or asks once more. */
    request: () => {
      form.tryIt();
      submit.reset();
      if (problems.length > 0) setTries((count) => count + 1);
      else steps.begin(draft);
    },
    steps,
    choosingLeverage,
    setChoosingLeverage,
    submit,
    possible,
    practice,
  };
}

/** What form, order bar and sheets of one order share. */
export type OrderEntry = ReturnType<typeof useOrderEntry>;
