import type { CallOutput } from '#protocol/calls.ts';
import type { Lots, Ms, OrderId, OwnerId, PositionId, Ticks } from '#protocol/core/brand.ts';
import type { PositionSide } from '#protocol/contracts/maths/positions.ts';

/** An order that is to be placed. */
export interface PlaceContract {
  readonly kind: 'place';
  readonly owner: OwnerId;
  readonly contract: string;
  readonly side: PositionSide;
  readonly type: 'limit' | 'market';
  /** Null for a market order. */
  readonly priceTicks: Ticks | null;
  readonly lots: Lots;
  readonly leverage: number;
  readonly takeProfitTicks: Ticks;
  readonly stopLossTicks: Ticks;
}

/** An order of a robot, whose answer is the id alone: under its key the robot finds the order again. */
interface PlaceForRobot extends Omit<PlaceContract, 'kind'> {
  readonly kind: 'place-for-robot';
}

/** Takes a resting order of the owner out of the book. */
interface CancelContract {
  readonly kind: 'cancel';
  readonly owner: OwnerId;
  readonly contract: string;
  readonly id: OrderId;
}

/** Closes lots of a position of the owner at the market. */
interface CloseContract {
  readonly kind: 'close';
  readonly owner: OwnerId;
  readonly contract: string;
  readonly id: PositionId;
  readonly lots: Lots;
}

/** Moves take-profit and stop-loss of a position of the owner. */
interface ProtectContract {
  readonly kind: 'protect';
  readonly owner: OwnerId;
  readonly contract: string;
  readonly id: PositionId;
  readonly takeProfitTicks: Ticks;
  readonly stopLossTicks: Ticks;
}

/** Replaces a maker's quotes by those around the index at the time of execution; without an index there are none. */
interface QuoteContract {
  readonly kind: 'quote';
  readonly owner: OwnerId;
  readonly contract: string;
  /** Of `drawRound`. */
  readonly draws: readonly number[];
}

/** Takes a part of the best quotes of one side, as they are at the time of execution. */
interface TakeContract {
  readonly kind: 'take';
  readonly owner: OwnerId;
  readonly contract: string;
  /** Side of the quotes. */
  readonly side: 'buy' | 'sell';
  /** Share that is taken of what is above `keptLots`, from 0 to below 1. */
  readonly part: number;
  readonly keptLots: Lots;
}

/** Updates the index and executes what the mark price triggers. */
interface MarkContract {
  readonly kind: 'mark';
  readonly contract: string;
  /** Null while too few price sources are alive. */
  readonly indexTicks: Ticks | null;
  /** When it was read. */
  readonly seenAt: Ms;
}

/**
 * A step of a contract's prices, twice a second: whoever runs the contract updates its mark price, and executes what that
 * triggers and what is owed. It is no command itself, and one that is lost is followed by the next.
 */
export interface StepContract {
  readonly kind: 'step';
  readonly contract: string;
  /** The index; between two sessions that of the last close. Null while too few price sources are alive. */
  readonly indexTicks: Ticks | null;
  /** When it was read. */
  readonly seenAt: Ms;
  /** Of `drawRound`, for the first quotes after a pause; null without makers, or where nobody needs quotes. */
  readonly draws: readonly number[] | null;
}

/** Loads a contract that another engine wrote until now; nothing is done once it is loaded. */
export interface LoadContract {
  readonly kind: 'load';
  readonly contract: string;
}

/** Takes a day's overnight fee. */
interface OvernightContract {
  readonly kind: 'overnight';
  readonly contract: string;
  /** Counted from 1970. */
  readonly day: number;
}

/** What is asked of one contract: plain values, from which the executor computes with the state of the market then. */
export type ContractRequest =
  | PlaceContract
  | PlaceForRobot
  | CancelContract
  | CloseContract
  | ProtectContract
  | QuoteContract
  | TakeContract
  | MarkContract
  | OvernightContract;

/** What requests are answered with. What is stored under a key survives JSON unchanged. */
export interface ContractAnswers {
  readonly place: CallOutput<'POST contract'>;
  readonly 'place-for-robot': { readonly id: OrderId };
  readonly cancel: CallOutput<'POST cancelContract'>;
  readonly close: CallOutput<'POST outContract'>;
  readonly protect: CallOutput<'POST contractPl'>;
  readonly quote: null;
  readonly take: null;
  readonly mark: null;
  readonly overnight: null;
}

/** What a request is answered with. */
export type AnswerTo<Request extends ContractRequest> = ContractAnswers[Request['kind']];

/** The user whose money a request may spend; null for one that only follows prices or time. */
export function ownerOf(request: ContractRequest): OwnerId | null {
  return 'owner' in request ? request.owner : null;
}
