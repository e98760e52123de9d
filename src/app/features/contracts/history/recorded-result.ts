import type { ContractClosing, ContractPosition } from '#protocol/contracts/entities.ts';
import { unitsOfMoney } from '#protocol/contracts/maths/contract-spec.ts';
import type { ResultParts } from '#protocol/contracts/maths/results.ts';

/** What a closing came to. */
export function resultOfClosing({ profit, fee, openFee, overnightFee, insurance }: ContractClosing): ResultParts {
  return {
    profit: unitsOfMoney(profit),
    openFee: unitsOfMoney(openFee),
    closeFee: unitsOfMoney(fee),
    overnightFee: unitsOfMoney(overnightFee),
    insurance: unitsOfMoney(insurance),
  };
}

/** What a position that is closed came to. */
export function resultOfPosition(position: ContractPosition): ResultParts {
  return {
    profit: unitsOfMoney(position.realised),
    openFee: unitsOfMoney(position.openFee),
    closeFee: unitsOfMoney(position.closeFee),
    overnightFee: unitsOfMoney(position.overnightFee),
    insurance: unitsOfMoney(position.insurance),
  };
}
