import { minuteMs } from '#protocol/core/durations.ts';
import type { ContractView, ListedContract } from '#protocol/contracts/entities.ts';
import { formatOffset, formatTime } from '#app/platform/format/time-format.ts';
import { useContract } from './use-contract.ts';

/** A Sunday, on which weeks of trading hours begin: 1970-01-04. */
const sundayMs = 3 * 1_440 * minuteMs;

const opensAt = ({ session }: ContractView) => (session?.open === false ? session.changesAt : null);

/** When a contract that is between two sessions opens, as the user reads times; null while it trades. */
export function useSessionOpening(contract: string): string | null {
  const at = useContract(contract, opensAt);
  return at === null ? null : weekTime(at);
}

function weekTime(atMs: number): string {
  return `${formatTime(atMs, 'weekTime')} (${formatOffset()})`;
}

/** Hours of trading in the user's own time: the week, and the break of every day where there is one. */
interface HoursText {
  readonly week: string;
  readonly rest: string | null;
}

/** @returns null for a contract that always trades */
export function hoursText({ hours }: Pick<ListedContract, 'hours'>): HoursText | null {
  const first = hours?.[0];
  const last = hours?.at(-1);
  if (first === undefined || last === undefined) return null;
  const next = hours?.[1];
  const at = (minute: number) => sundayMs + minute * minuteMs;
  return {
    week: `${formatTime(at(first[0]), 'weekTime')} – ${weekTime(at(last[1]))}`,
    rest: next === undefined ? null : `${formatTime(at(first[1]), 'time')} – ${formatTime(at(next[0]), 'time')}`,
  };
}
