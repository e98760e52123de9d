import { areLevels, type LoanLevels } from '#protocol/loans/maths/health.ts';
import { writeOperatorLog } from '#server/core/gate/operator-log.ts';
import type { Database } from '#server/core/store/database.ts';
import { type LoanCoin, type LoanCollateral, writeCoin, writeCollateral } from './store.ts';

/** Who changes terms, and why. */
interface Signed {
  readonly by: string;
  readonly reason: string;
  readonly at: number;
}

/** Lengths of a loan in hours, from one to a year. */
const hoursMost = 8_784;

/** What is wrong with the terms of a coin that is lent; null when nothing is. */
export function coinFault({ hourlyRate, least, limit, hours }: LoanCoin): string | null {
  if (hourlyRate <= 0n || hourlyRate > 1_000_000n) return 'the rate is above 0 and at most 0.1 % an hour';
  if (least <= 0n || limit < least) return 'the limit is at least the smallest loan, which is above zero';
  const isRising = hours.every((one, nth) => nth === 0 || one > (hours[nth - 1] ?? 0));
  const areHours = hours.every((one) => Number.isSafeInteger(one) && one >= 1 && one <= hoursMost);
  return hours.length > 0 && isRising && areHours ? null : `hours rise, from 1 to ${hoursMost}`;
}

/** What is wrong with the levels of a collateral; null when nothing is. */
export function collateralFault(row: Readonly<Record<keyof LoanLevels, number>>): string | null {
  const levels = {
    initial: BigInt(row.initial),
    first: BigInt(row.first),
    second: BigInt(row.second),
    sale: BigInt(row.sale),
  };
  return areLevels(levels) ? null : 'levels rise, from above 2 to below 100 percent';
}

/** Sets the terms of a coin that is lent, with a line of who and why. They concern new loans. @returns the line */
export function setCoin(database: Database, coin: LoanCoin, signed: Signed): Promise<bigint> {
  return database.transaction(async (tx) => {
    await writeCoin(tx, coin);
    return writeOperatorLog(
      tx,
      { what: 'loan-terms', scope: null, subject: `lent ${coin.asset}`, sessions: [] },
      signed,
    );
  });
}

/** Sets the levels of a collateral, with a line of who and why. They concern new loans. @returns the line */
export function setCollateral(database: Database, row: LoanCollateral, signed: Signed): Promise<bigint> {
  return database.transaction(async (tx) => {
    await writeCollateral(tx, row);
    return writeOperatorLog(
      tx,
      { what: 'loan-terms', scope: null, subject: `collateral ${row.asset}`, sessions: [] },
      signed,
    );
  });
}
