import * as v from 'valibot';
import { p2pDayLimits, historyPersonWorth, newcomerLockLimits } from '#protocol/p2p/currencies.ts';
import { parsedBy } from './checks.ts';
import type { SettingsTable } from './setting.ts';

/** A step of the day limits of fiat trading; worth in USDT. */
export interface P2pDayLimit {
  readonly limit: string;
  /** The history that it takes: different counterparties, their worth together, and days since the first of them. */
  readonly people: number;
  readonly worth: string;
  readonly days: number;
}

const wholeUsdt = v.pipe(v.string(), v.regex(/^[1-9]\d{0,11}$/, 'a whole number of USDT'));

/** The steps as they are written: `LIMIT:PEOPLE:WORTH:DAYS`, separated by commas. */
function shownLimits(steps: readonly P2pDayLimit[]): string {
  return steps.map(({ limit, people, worth, days }) => [limit, people, worth, days].join(':')).join(',');
}

function parseLimits(text: string): readonly P2pDayLimit[] | null {
  const steps: P2pDayLimit[] = [];
  for (const part of text.split(',')) {
    if (!/^\d{1,12}:\d{1,4}:\d{1,12}:\d{1,3}$/.test(part)) return null;
    const [limit = '', people = '', worth = '', days = ''] = part.split(':');
    steps.push({ limit, people: Number(people), worth, days: Number(days) });
  }
  const [first] = steps;
  const isOfAll = first?.people === 0 && Number(first.worth) === 0 && first.days === 0;
  const isRising = steps.every((step, nth) => {
    const before = steps[nth - 1];
    return before === undefined || (Number(step.limit) > Number(before.limit) && step.people > before.people);
  });
  return isOfAll && isRising ? steps : null;
}

/** How much of fiat trading somebody without a history, and with one, is trusted with. */
export const p2pSettings = {
  p2pDayLimits: {
    variable: 'P2P_DAY_LIMITS',
    default: shownLimits(p2pDayLimits),
    meaning:
      'What a user may order in P2P trading in a day (UTC+8), in steps separated by commas: limit in USDT, different verified counterparties, worth of the orders completed with them in USDT, and days since the first of them, as in `20000:3:1000:7`. The first step requires no history; limits and counterparties rise.',
    check: parsedBy(
      parseLimits,
      'steps as in 5000:0:0:0,20000:3:1000:7, of which the first requires nothing and each has a higher limit and more counterparties',
    ),
  },
  p2pPersonWorth: {
    variable: 'P2P_PERSON_WORTH',
    default: historyPersonWorth,
    meaning: 'Worth in USDT of the P2P orders completed with one counterparty from which on that one counts.',
    check: wholeUsdt,
  },
  p2pNewcomerAdvert: {
    variable: 'P2P_NEWCOMER_ADVERT',
    default: newcomerLockLimits.advert,
    meaning: 'Worth in USDT that a buyer without a history may keep locked of one advert by unpaid orders.',
    check: wholeUsdt,
  },
  p2pNewcomerTotal: {
    variable: 'P2P_NEWCOMER_TOTAL',
    default: newcomerLockLimits.total,
    meaning: 'The same of all adverts together.',
    check: wholeUsdt,
  },
} as const satisfies SettingsTable;
