import type { Ms, Ticks } from '../../../../protocol/core/brand.ts';
import type { RobotMarket } from '../../../../protocol/robots/maths/strategy.ts';
import type { BalanceRow } from '../../../core/ledger/balance-row.ts';
import type { Transaction } from '../../../core/store/database.ts';
import type { RobotsDeps } from '../deps.ts';
import { isOnContract } from '../contracts/robot-contract.ts';
import type { Delisting } from '../delisting.ts';
import type { RobotRow } from '../robot-row.ts';
import { contractVenue } from './contract-venue.ts';
import { spotVenue } from './spot-venue.ts';
import type { Heard } from './step.ts';
import type { Work } from './work.ts';

/** Where a robot trades: what its steps ask of spot markets, or of a contract. */
export interface Venue {
  /** The market of its first coin. */
  readonly market: RobotMarket;
  /** Accounts for what its orders show, and drops those that never came into the book. */
  account(tx: Transaction, work: Work, heard: Heard): Promise<void>;
  /** Whether nothing of any of its markets trades now. */
  isHalted(): boolean;
  /** The first announced end among its markets; null while there is none. */
  delisting(): Delisting | null;
  /** The prices it decides on, by coin; null while one is not known. */
  prices(): readonly Ticks[] | null;
  /** Goes on with its end, once none of its orders rests and none of its positions is open. */
  end(tx: Transaction, work: Work, now: Ms): Promise<readonly BalanceRow[]>;
}

/** The venue of a robot. */
export function venueOf(deps: RobotsDeps, row: RobotRow): Venue {
  return isOnContract(row) ? contractVenue(deps, row) : spotVenue(deps, row);
}
