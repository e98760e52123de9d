import { colluder } from './colluders.ts';
import { chainUsers } from './custody.ts';
import { sender, thief } from './payers.ts';
import { referrer, subscriber, teamMember } from './teams.ts';
import { p2pTraders } from './p2p-traders.ts';
import { borrower, checkInVisitor, miner, robotOwner } from './earners.ts';
import { converter, longTermHolder, mover } from './holders.ts';
import { intruder, repeater } from './hostile.ts';
import type { Kind } from './person.ts';
import { racer } from './racers.ts';
import { bargainHunter, contractTrader, dayTrader, marketMaker, newcomersFan, optionPlayer } from './traders.ts';

/** Everybody who may take part in a run. */
export const kinds: readonly Kind[] = [
  dayTrader,
  marketMaker,
  contractTrader,
  optionPlayer,
  longTermHolder,
  converter,
  mover,
  miner,
  borrower,
  robotOwner,
  checkInVisitor,
  repeater,
  intruder,
  racer,
  newcomersFan,
  bargainHunter,
  ...chainUsers,
  ...p2pTraders,
  sender,
  thief,
  referrer,
  teamMember,
  subscriber,
  // One alone has nobody to collude with.
  colluder,
  colluder,
  colluder,
];

/** The kinds of so many people: one of each as far as there is room, and the others by their shares. */
export function castOf(people: number): Kind[] {
  const cast = kinds.slice(0, people);
  const wanted = (kind: Kind) => kind.share / cast.filter((one) => one === kind).length;
  while (cast.length < people) {
    cast.push(kinds.reduce((most, kind) => (wanted(kind) > wanted(most) ? kind : most)));
  }
  return cast;
}

/** The name of somebody in a cast. */
export const nameOf = (kind: Kind, nth: number): string => `${kind.name.replaceAll(' ', '-')}-${nth}`;
