import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallName, calls } from '#protocol/calls.ts';
import { optionCycles } from '#protocol/core/limits.ts';
import { readContentSet } from '#server/content/content-set.ts';
import { pushBundled } from '#server/publishing/push-content.ts';
import { scannedRowsMax } from '#server/core/store/bounded-scan.ts';
import { exchangeForTest, type ExchangeForTest } from './exchange-for-test.ts';
import { setMerchantDeposit, verifyForP2p } from './p2p-standing.ts';
import { fillStore } from './large-store.ts';

/** A plan may read so many rows for each that it returns, and so many whatever it returns. */
const rowsReadPerRow = 20;
const rowsReadAlways = 2 * scannedRowsMax;
/** Past this many rows a table may not be read from end to end. */
const bigTableRows = 10_000;

/** Statements that look at more by design: each has a named limit of its own. */
const widerReads: readonly { readonly part: string; readonly rows: number; readonly why: string }[] = [
  { part: 'WITH recent AS MATERIALIZED', rows: 21_000, why: 'the value history reads `entriesMax` entries' },
  { part: 'AS members FROM chat_members', rows: 20_000, why: 'counted for everybody at once, and kept for a while' },
  {
    part: 'WITH seen AS MATERIALIZED',
    rows: 600_000,
    why: 'the job of rebates reads each ledger entry once, in spans of transactions; the filling is one of them',
  },
  { part: 'FILTER (WHERE at > $2)', rows: 11_000, why: 'the change of a day reads `lookBackEntriesMax` entries' },
];

const contentFolder = new URL('../../content', import.meta.url).pathname;

type Options = Readonly<Record<string, readonly string[]>>;

/** Every combination of what each parameter may be, or be left out. */
function combined(options: Options): string[] {
  return Object.entries(options).reduce<string[]>(
    (all, [name, values]) => all.flatMap((text) => [text, ...values.map((value) => `${text}&${name}=${value}`)]),
    ['size=20'],
  );
}

const alone = [''];
const list = ['size=20', 'size=20&cursor=5000'];
const bySize = ['size=20'];
const byLanguage = ['language=en'];

/** What each GET call is asked. One that is not here fails the test. */
const asked: Readonly<Partial<Record<CallName, readonly string[]>>> = {
  'GET info': alone,
  'GET verifySwitch': alone,
  'GET verify': alone,
  'GET nickName': alone,
  'GET common/phoneCode': alone,
  'GET common/checkInviteCode': ['code={own}'],
  'GET common/sysTime': alone,
  'GET common/getMsg': byLanguage,
  'GET getMsg': byLanguage,
  'GET common/newsList': ['language=en&size=10'],
  'GET common/problem': byLanguage,
  'GET common/whiteBook': byLanguage,
  'GET common/contact': alone,
  'GET common/community': alone,
  'GET common/getInviteConfig': alone,
  'GET customer/config': alone,
  'GET common/carousel': byLanguage,
  'GET common/article': ['language=en&key=news/fees'],
  'GET common/platformRate': alone,
  'GET common/recordHeads': ['', 'days=1'],
  'GET common/backing': alone,
  'GET common/backingEntries': [
    'product=earn&asset=USDT&size=20',
    'product=earn&asset=DOGE&size=20',
    'product=earn&asset=USDT&size=20&cursor=1200000-500-0',
  ],
  'GET stockAlerts': alone,
  'GET checkInfo': ['', 'month=2026-09'],
  'GET chenkDayConfig': alone,
  'GET earningsInfo': alone,
  'GET earningsPage': combined({ show: ['all', 'reversed'], cursor: ['50000'] }),
  'GET myearnings': alone,
  'GET teamDetail': combined({ generation: ['direct', 'indirect'], cursor: ['50000'] }),
  'GET common/teamRewardsList': alone,
  'GET addCoinApply': [...list],
  'GET common/miningList': bySize,
  'GET miningOrder': combined({ show: ['open', 'done'], cursor: ['50000'] }),
  'GET miningOrderDetail': ['id=1&size=20'],
  'GET common/teManagementList': ['', 'project=5', ...list],
  'GET common/knowTeManagementList': combined({ state: ['announced', 'ended'], cursor: ['5000'] }).filter((text) =>
    text.includes('state'),
  ),
  'GET common/teManagementAllotment': ['project=5'],
  'GET teManagementOrderList0': [...list, 'size=20&project=5'],
  'GET teManagementOrderList1': [...list, 'size=20&project=5'],
  'GET loan/getMaxPeriod': alone,
  'GET loan/getMaxAmount': alone,
  'GET loan/getAlreadyAmount': alone,
  'GET loan/list': combined({ state: ['running', 'repaid'], id: ['90000'], cursor: ['90000'] }),
  'GET coinLoanList': combined({ loan: ['90000'], cursor: ['90000'] }),
  'GET quant/product/list': alone,
  'GET quant/symbol/list': alone,
  'GET quant/candles': ['pair=BTCUSDT&week=1794787200000'],
  'GET quant/order/list': combined({ show: ['active', 'ended'], cursor: ['30000'] }),
  'GET quant/order/detail': ['id=8998'],
  'GET quant/order/trades': ['id=8998&size=20', 'id=8998&size=20&cursor=30000'],
  'GET quant/balance': alone,
  'GET quant/income/list': combined({ robot: ['8998'], cursor: ['2026-11-01'] }),
  'GET web/config': alone,
  'GET common/huobiTicket': alone,
  'GET common/tradeList': ['pair=BTCUSDT'],
  'GET common/kline': ['pair=BTCUSDT&interval=1m', 'pair=BTCUSDT&interval=1d'],
  'GET common/symbolsList': alone,
  'GET common/new/changerSymbolsList': alone,
  'GET wallet': ['', 'history=7', 'history=90'],
  'GET wallet/costs': alone,
  'GET cashflow': combined({
    cursor: ['1200000', '1400000'],
    wallet: ['spot', 'contract'],
    asset: ['BTC', 'DOGE'],
    kind: ['deposit', 'fee', 'trade'],
    since: ['1789999000000'],
    until: ['1789999900000'],
  }),
  'GET platformAddress': ['', 'asset=USDT&chain=TEST'],
  'GET recharge/list': [...list, ...combined({ asset: ['BTC'] })],
  'GET withdrawPage': ['', 'asset=USDT'],
  'GET getWithdrawMinNum': ['asset=USDT&chain=TEST'],
  'GET coinRecord': [...list, ...combined({ asset: ['BTC'] })],
  'GET transferPage': alone,
  'GET convertPage': ['', 'from=USDT&to=BTC&amount=1', 'small=quoted'],
  'GET freeTransferForWalletLog': list,
  'GET currencyRecord': combined({
    state: ['current', 'history'],
    pair: ['BTCUSDT', 'SOLUSDT'],
    side: ['buy', 'sell'],
    cursor: ['100000'],
  }).filter((text) => text.includes('state')),
  'GET common/getContractConfig': alone,
  'GET contractPage': ['contract=BTCPERP'],
  'GET contractList': combined({
    show: ['orders', 'past-orders', 'positions', 'past-positions', 'closings'],
    contract: ['BTCPERP', 'SOLPERP'],
    cursor: ['30000'],
  }).filter((text) => text.includes('show')),
  'GET option/seconds/list': alone,
  'GET contractOptionConfig': alone,
  'GET contractOption-history': combined({ coin: ['BTC', 'SOL'], cycle: optionCycles.map(String), cursor: ['20000'] }),
  'GET contractOption-starting': combined({ coin: ['BTC'] }).map((text) => text.replace('size=20', '')),
  'GET contractOption-opening': combined({ coin: ['BTC'] }).map((text) => text.replace('size=20', '')),
  'GET contractOptionCoin-coin-list': alone,
  'GET contractOptionCoin-coin-info': ['coin=BTC'],
  'GET contractOptionOrder-current': ['', 'coin=SOL'],
  'GET contractOptionOrder-history': combined({ coin: ['BTC', 'ETH'], cursor: ['20000'] }),
  'GET contractOptionOrder-detail': ['id=5'],
  'GET notice/noticeNum': alone,
  'GET notice/info/{id}': byLanguage,
  'GET notice/list': combined({ kind: ['account', 'trading', 'system'], cursor: ['30000'] }).map(
    (text) => `${text}&language=en`,
  ),
  'GET worker/order/list': [...bySize, 'id=4', `size=20&cursor=1789999000000-5`],
  'GET getChatList': [
    'what=groups',
    'group=1&size=20',
    'group=1&cursor=3000&size=20',
    'group=1&after=200&size=20',
    'what=members&group=1&size=20',
    'what=members&group=1&size=20&name=no',
    'what=members&group=1&size=20&cursor=hhhhhhh9000',
  ],
  'GET common/getChatConfigs': alone,
  'GET cnyPayList': alone,
  'GET legalMgrPage': alone,
  'GET depositPage': alone,
  'GET makeUpDepositPage': alone,
  'GET backDepositPage': alone,
  'GET tradeList': ['side=buy&asset=USDT&currency=CNY&size=20'],
  'GET otcBillList': combined({ cursor: ['5000'], side: ['buy', 'sell'], state: ['listed', 'withdrawn'] }),
  'GET otcOrderList': combined({ cursor: ['5000'], side: ['buy', 'sell'], state: ['open', 'appeal', 'completed'] }),
  'GET tradeBuyWaitPage': ['id=1000005'],
  'GET tradeCancelPre': ['id=1000005'],
  'GET finPeriodicList': alone,
  'GET finPeriodicMyOrderList': [...combined({ state: ['not-earned', 'earned'], cursor: ['20000'] }), 'id=5'],
};

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly of: string;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

let exchange: ExchangeForTest;
let stopWatching: () => void = () => undefined;
let token: string;
let owner: bigint;
let invitation: string;
const bigTables = new Set<string>();
/** Calls none of whose questions was answered, with the last answer. */
const refused = new Map<string, string>();

beforeAll(async () => {
  stopWatching = watchQueries();
  exchange = await exchangeForTest();
  const answer = await exchange.app.inject({ method: 'POST', url: '/api/register', payload: { kind: 'practice' } });
  token = answer.json().data.token;
  const { rows } = await exchange.database.pool.query<{ id: string; code: string }>(
    'SELECT id, invitation_code AS code FROM users ORDER BY id DESC LIMIT 1',
  );
  owner = BigInt(rows[0]?.id ?? 0);
  invitation = rows[0]?.code ?? '';
  await pushBundled(exchange.database, await readContentSet(contentFolder), 0);
  await verifyForP2p(exchange, owner.toString());
  await setMerchantDeposit(exchange, owner.toString(), 'whole');
  await fillStore(exchange.database.pool, owner);
  const { rows: sizes } = await exchange.database.pool.query<{ name: string }>(
    'SELECT relname AS name FROM pg_class WHERE relkind = $1 AND reltuples > $2',
    ['r', bigTableRows],
  );
  for (const { name } of sizes) bigTables.add(name);
}, 180_000);
afterAll(async () => {
  stopWatching();
  await exchange.close();
});

let recording: Map<string, Statement> | null = null;
let askedNow = '';

/** Statements that write are held to nothing here: the ledger and the writers bound what they touch. */
function isRead(text: string): boolean {
  return /^\s*(select|with|\()/i.test(text) && !/\b(insert into|delete from|for (no key )?update)\b/i.test(text);
}

/** Clients keep the `query` they were made with, so it is watched before the first of them is made. */
function watchQueries(): () => void {
  const query = Reflect.get(Client.prototype, 'query') as (...given: unknown[]) => unknown;
  const watched = function (this: Client, ...given: readonly unknown[]): unknown {
    const [first, second] = given as [string | { text?: string; values?: unknown[] }, unknown];
    const text = typeof first === 'string' ? first : (first.text ?? '');
    const values = Array.isArray(second) ? second : typeof first === 'string' ? [] : (first.values ?? []);
    if (recording !== null && isRead(text)) {
      const key = JSON.stringify([text, values.map(String)]);
      if (!recording.has(key)) recording.set(key, { text, values, of: askedNow });
    }
    return Reflect.apply(query, this, [...given]);
  };
  Reflect.set(Client.prototype, 'query', watched);
  return () => {
    Reflect.set(Client.prototype, 'query', query);
  };
}

/** Asks everything there is to ask. @returns each statement that was sent for it, and by which call */
async function askAll(): Promise<Statement[]> {
  const statements = new Map<string, Statement>();
  recording = statements;
  for (const [name, queries] of Object.entries(asked)) {
    const path = name.slice('GET '.length).replace('{id}', '70');
    let served = 0;
    let last = '';
    for (const query of queries) {
      askedNow = `${name}?${query}`;
      const answer = await exchange.app.inject({
        url: `/api/${path}?${query.replace('{own}', invitation)}`,
        headers: { authorization: `Bearer ${token}` },
      });
      if (answer.statusCode === 200 && answer.json().code === 200) served += 1;
      else last = answer.body;
    }
    if (served === 0) refused.set(name, last);
  }
  askedNow = 'the account topic';
  const account = exchange.account.open(owner, () => undefined);
  await account.load();
  account.close();
  recording = null;
  return [...statements.values()];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** What of a plan reads too much, in words. */
async function faultsOf({ text, values, of }: Statement): Promise<string[]> {
  const { rows } = await exchange.database.pool.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    [...values],
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error(`no plan of ${text}`);
  const wider = widerReads.find(({ part }) => text.includes(part));
  const most = Math.max(wider?.rows ?? 0, rowsReadAlways + rowsReadPerRow * plan['Actual Rows']);
  return nodesOf(plan).flatMap((node) => {
    const table = node['Relation Name'];
    if (table === undefined) return [];
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    const read = (node['Actual Rows'] + removed) * node['Actual Loops'];
    const where = `${of}: ${node['Node Type']} of ${table} for ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`;
    if (read > most) return [`reads ${read} rows, more than ${most}: ${where}`];
    return wider === undefined && node['Node Type'] === 'Seq Scan' && bigTables.has(table)
      ? [`reads all: ${where}`]
      : [];
  });
}

test('every GET call is asked', () => {
  const gets = Object.keys(calls).filter((name) => name.startsWith('GET '));
  expect(Object.keys(asked).toSorted()).toEqual(gets.toSorted());
});

test('no statement of a user reads many times what it returns, or a big table from end to end', async () => {
  const statements = await askAll();
  expect(statements.length).toBeGreaterThan(100);
  const faults: string[] = [];
  for (const statement of statements) faults.push(...(await faultsOf(statement)));
  expect(faults).toEqual([]);
  expect([...refused], exchange.errors.at(-1)).toEqual([]);
}, 300_000);

test('a filter that matches little is read to its end in bounded pages, and misses nothing', async () => {
  const { rows } = await exchange.database.pool.query<{ id: string }>(
    "SELECT id * 4 AS id FROM ledger_entries WHERE owner = $1 AND kind = 'deposit' ORDER BY id DESC",
    [owner],
  );
  const found: string[] = [];
  let pages = 0;
  for (let cursor: string | null = ''; cursor !== null; pages += 1) {
    const answer = await exchange.app.inject({
      url: `/api/cashflow?kind=deposit&size=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const { list, next } = answer.json().data as { list: { id: string }[]; next: string | null };
    found.push(...list.map(({ id }) => id));
    cursor = next;
  }
  expect(rows.length).toBeGreaterThan(3);
  expect(found).toEqual(rows.map(({ id }) => id));
  expect(pages).toBeGreaterThan(50);
}, 60_000);
