import { auditParts } from '#server/main/audit-parts.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { spotFaults } from '#server/markets/spot/testing-faults.ts';
import type { Check, Checked } from '../simulation/checks/check.ts';
import { checks } from '../simulation/checks/checks.ts';
import { heldValueStays, purchasesAreHeld } from '../simulation/checks/holds.ts';
import { roundsKeepTimes } from '../simulation/checks/options.ts';
import {
  cancellationsCost,
  cancellationsCount,
  merchantsKeepDeposits,
  p2pOrdersEndRightly,
} from '../simulation/checks/p2p-rules.ts';

/** Fault tests hold nothing that was bought from others, and move the times of P2P orders and of rounds. */
const ofRunsAlone: ReadonlySet<Check> = new Set([
  purchasesAreHeld,
  heldValueStays,
  merchantsKeepDeposits,
  cancellationsCount,
  cancellationsCost,
  p2pOrdersEndRightly,
  roundsKeepTimes,
]);

/**
 * The invariants of a whole exchange, whose areas all may hold something: its audit, and what judges simulated runs.
 *
 * @param client within one snapshot, where the exchange goes on meanwhile
 * @returns one line per fault
 */
export async function exchangeFaults(client: Queryable): Promise<string[]> {
  return [...(await spotFaults(client, auditParts(Date.now))), ...(await checkFaults(client))];
}

/**
 * What the checks of the simulation find in a store. What people were answered is for each test to compare; how late the
 * exchange does what is due is not judged, since it has just started or its clock was set; and nothing is remembered from one
 * look to the next, since tests move what is stored into the past.
 */
async function checkFaults(client: Queryable): Promise<string[]> {
  const query = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows;
  const judged: Checked = {
    query,
    acts: [],
    closedTimes: [],
    log: [],
    now: Date.now(),
    upMs: 0,
    arePricesTrue: false,
    isClockTrue: false,
    remembered: new Map(),
    revertedTransfers: new Set(),
    isLast: false,
  };
  const found: string[] = [];
  for (const [name, check] of Object.entries(checks).filter(([, one]) => !ofRunsAlone.has(one)))
    found.push(...(await check(judged)).map((fault) => `${name}: ${fault}`));
  return found;
}
