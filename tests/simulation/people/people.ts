import { converter, longTermHolder, mover } from './holders.ts';
import { repeater } from './hostile.ts';
import type { Kind } from './person.ts';
import { contractTrader, dayTrader, marketMaker, optionPlayer } from './traders.ts';

/** Everybody who may take part in a run. */
export const kinds: readonly Kind[] = [
  dayTrader,
  marketMaker,
  contractTrader,
  optionPlayer,
  longTermHolder,
  converter,
  mover,
  repeater,
];

/** The kinds of so many people, by their shares: at least one of each where there is room. */
export function castOf(people: number): Kind[] {
  const whole = kinds.reduce((sum, { share }) => sum + share, 0);
  const cast = kinds.flatMap((kind) => Array<Kind>(Math.max(1, Math.floor((kind.share * people) / whole))).fill(kind));
  while (cast.length < people) cast.push(kinds[cast.length % kinds.length] as Kind);
  return cast.slice(0, people);
}
