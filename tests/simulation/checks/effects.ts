import type { CallName } from '#protocol/calls.ts';
import type { Check } from './check.ts';

const journals = (kind: string) => `SELECT owner FROM ledger_entries WHERE kind = '${kind}' GROUP BY owner, journal_id`;

/** What each call makes: a row of it and its owner for each key under which it was made. */
const effects: Partial<Record<CallName, string>> = {
  'POST transfer': journals('transfer'),
  'POST withdrawCoinApp': 'SELECT owner FROM withdrawals',
  'POST convert': journals('convert'),
  'POST contract': 'SELECT owner FROM contract_orders',
  'POST contractOptionOrder-add': 'SELECT owner FROM option_entries',
  'POST finPeriodicOrderAdd': `SELECT owner FROM fixed_holdings AS own
    WHERE NOT EXISTS (SELECT FROM fixed_holdings WHERE renewed_as = own.id)`,
  'DELETE finPeriodicMyOrderList': "SELECT owner FROM fixed_holdings WHERE state = 'earned-in-advance'",
  'POST addMiningOrder': 'SELECT owner FROM miners',
  'POST startUpMiningOrder': `SELECT owner FROM miner_events JOIN miners ON miners.id = miner WHERE what IN ('filled', 'started')`,
  'POST pickMiningOrder': `SELECT owner FROM miner_events JOIN miners ON miners.id = miner WHERE what = 'collected'`,
  'POST loan/add': 'SELECT owner FROM loans',
  'POST coinLoan': "SELECT owner FROM loan_events WHERE kind IN ('repaid', 'topped-up')",
  'POST quant/create': 'SELECT owner FROM robots',
  'POST checkIn': 'SELECT owner FROM sign_ins',
};

/** For each key that is remembered, what was asked for was done once, for whoever asked. */
export const keysHaveEffects: Check = async ({ query }) => {
  const made = Object.entries(effects).map(([call, rows]) => `SELECT '${call}' AS call, owner FROM (${rows}) AS made`);
  const rows = await query<{ call: string; owner: string; keys: number; times: number }>(
    `SELECT call, owner::text, coalesce(keys, 0)::integer AS keys, coalesce(times, 0)::integer AS times
       FROM (SELECT call, user_id AS owner, count(*) AS keys FROM idempotency WHERE call = ANY($1) GROUP BY 1, 2) AS asked
       FULL JOIN (SELECT call, owner, count(*) AS times FROM (${made.join(' UNION ALL ')}) AS all_made
                   WHERE owner BETWEEN 100000 AND 999999999 GROUP BY 1, 2) AS done USING (call, owner)
      WHERE keys IS DISTINCT FROM times`,
    [Object.keys(effects)],
  );
  return rows.map(
    ({ call, owner, keys, times }) => `${call} of ${owner}: ${keys} keys, and it was done ${times} times`,
  );
};

interface AnsweredOrder {
  readonly order?: { readonly id: string; readonly filled: string; readonly status: string };
}

/** An order that was answered is in the store, filled at least as far as the answer said. */
export const answersAreStored: Check = async ({ query, acts }) => {
  const answered = acts.flatMap(({ call, answer }) => {
    const order = call === 'POST currency' ? (answer?.data as AnsweredOrder | null)?.order : undefined;
    return order === undefined ? [] : [order];
  });
  const rows = await query<{ id: string }>(
    `SELECT said.id FROM unnest($1::text[], $2::numeric[], $3::text[]) AS said (id, filled, status)
       LEFT JOIN spot_orders AS own ON own.id = said.id::bigint
       LEFT JOIN listed_pairs AS listed ON listed.id = pair LEFT JOIN listed_coins AS coin ON coin.id = base
      WHERE own.id IS NULL OR own.filled < said.filled * 10::numeric ^ coin.scale
         OR (said.status <> 'open' AND own.status <> said.status)`,
    [answered.map(({ id }) => id), answered.map(({ filled }) => filled), answered.map(({ status }) => status)],
  );
  return rows.map(({ id }) => `the order ${id} was answered with more than is stored`);
};

const orderFinished = 4017;

/** What is refused because it has ended has ended. */
export const refusalsAreTrue: Check = async ({ query, acts }) => {
  const refused = acts.flatMap(({ call, body, answer }) =>
    answer?.code === orderFinished && (call === 'POST cancelCurrency' || call === 'POST cancelContract')
      ? [(body as { readonly id: string }).id]
      : [],
  );
  const rows = await query<{ id: string }>(
    `SELECT id::text FROM spot_orders WHERE status = 'open' AND id = ANY($1::bigint[])
      UNION ALL SELECT id::text FROM contract_orders WHERE status = 'open' AND id = ANY($1::bigint[])`,
    [refused],
  );
  return rows.map(({ id }) => `the order ${id} was said to have ended, and waits`);
};
