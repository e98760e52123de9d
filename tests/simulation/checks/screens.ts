import { isDeepStrictEqual } from 'node:util';
import { accountView, type AccountView } from '#app/platform/stream/account-view.ts';
import { accountCalls, readAccount, wholeLists } from '#hub/polling/polled-account.ts';
import { joinedPages, nextCursor, pageAddress, type PolledCall } from '#hub/polling/polled-call.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { depthLevelsMax } from '#protocol/core/limits.ts';
import { accountFields, type AccountRowsField } from '#protocol/core/stream/account-fields.ts';
import { type Topic, topicKind } from '#protocol/core/stream/channels.ts';
import type { ContractView } from '#protocol/contracts/entities.ts';
import { secretHash } from '#server/accounts/rate-limits/secret-hash.ts';
import type { Screen } from '../screens/screen.ts';
import type { Ask } from './asked.ts';
import type { Checked } from './check.ts';

/** What calls answer of what a screen shows. */
interface Answers {
  readonly account: AccountView;
  /** By topic. */
  readonly contracts: ReadonlyMap<Topic, ContractView>;
}

/** Asks the calls that have what the screen shows. */
export async function answersFor({ topics, token }: Screen, ask: Ask): Promise<Answers> {
  const answered = new Map<string, unknown>();
  for (const call of accountCalls) answered.set(call.key, await wholeAnswer(call, (path) => ask(path, token)));
  const contracts = new Map<Topic, ContractView>();
  for (const topic of topics) {
    if (topicKind(topic) !== 'contract') continue;
    const page = await ask(`contractPage?contract=${nameOf(topic)}`, token);
    contracts.set(topic, (page as { readonly view: ContractView }).view);
  }
  const known = { of: ({ key }: PolledCall) => answered.get(key) } as Parameters<typeof readAccount>[0];
  return { account: accountView()('snapshot', readAccount(known, null)), contracts };
}

async function wholeAnswer(call: PolledCall, ask: (path: string) => Promise<unknown>): Promise<unknown> {
  let answer = await ask(call.key);
  for (let next = nextCursor(answer); next !== null && wholeLists.has(call.key); next = nextCursor(answer))
    answer = joinedPages(answer, await ask(pageAddress('', call, next)));
  return answer;
}

const nameOf = (topic: Topic): string => topic.slice(topic.indexOf(':') + 1);

type Same = (what: string, shown: unknown, expected: unknown) => void;

/** What a screen shows otherwise than the exchange answers or its store has it, by what it is about. */
export async function screenFaults(
  screen: Screen,
  answers: Answers,
  query: Checked['query'],
): Promise<ReadonlyMap<string, string>> {
  const faults = new Map<string, string>();
  for (const topic of screen.topics) {
    const same: Same = (what, shown, expected) => {
      if (isDeepStrictEqual(shown, expected)) return;
      const [one, other] = [JSON.stringify(shown), JSON.stringify(expected)];
      faults.set(`${topic} ${what}`, `${screen.name}: ${topic} shows ${what} as ${one} instead of ${other}`);
    };
    const view = answers.contracts.get(topic);
    if (view !== undefined) compareContract(screen, topic, view, same);
    else if (topicKind(topic) === 'depth') await compareBook(screen, topic, query, same);
    else await compareAccount(screen, answers.account, query, same);
  }
  return faults;
}

async function compareAccount(
  screen: Screen,
  expected: AccountView,
  query: Checked['query'],
  same: Same,
): Promise<void> {
  const shown = screen.shown<'account'>('account');
  if (shown === null) return;
  same('unread', shown.unread, expected.unread);
  for (const name of ['orders', 'balances', 'positions', 'contractOrders'] as const)
    for (const [key, one, other] of pairsOf(name, shown, expected)) same(`${name} ${key}`, one, other);
  // Calls list the newest rows, also those that ended; a screen has those that changed since it was opened.
  for (const name of ['fiatOrders', 'deposits', 'withdrawals', 'workOrders'] as const)
    for (const [key, one, other] of pairsOf(name, shown, expected))
      if (one !== null) same(`${name} ${key}`, one, other);
  await compareRobots(screen, shown, query, same);
}

/** The rows of both by their keys; null where one of them has none. */
function pairsOf(name: AccountRowsField, shown: AccountView, expected: AccountView): [string, unknown, unknown][] {
  const key = accountFields[name].key as (row: unknown) => string;
  const byKey = (view: AccountView) =>
    new Map((view[name] as readonly unknown[]).filter((row) => !isNothing(row)).map((row) => [key(row), row]));
  const [ones, others] = [byKey(shown), byKey(expected)];
  return [...new Set([...ones.keys(), ...others.keys()])].map((one) => [
    one,
    ones.get(one) ?? null,
    others.get(one) ?? null,
  ]);
}

/** A balance of nothing looks like none: a row of it also comes to be by being locked. */
function isNothing(row: unknown): boolean {
  const { available, frozen, locked } = row as Partial<AccountView['balances'][number]>;
  return available === '0' && frozen === '0' && locked === '0';
}

/** What happened before the last snapshot is not shown; shortly before it, it may be. */
const snapshotMs = 5_000;

/** Robots that did something since the last snapshot are shown with when. */
async function compareRobots(
  { snapshotAt, token }: Screen,
  { robots }: AccountView,
  query: Checked['query'],
  same: Same,
): Promise<void> {
  const rows = await query<{ id: string; at: string }>(
    `SELECT id::text, updated_at::text AS at FROM robots
      WHERE updated_at > $2 AND owner = (SELECT user_id FROM sessions WHERE token_hash = $1)`,
    [secretHash(token), snapshotAt + snapshotMs],
  );
  for (const { id, at } of rows) same(`robot ${id}`, robots.find((robot) => robot.id === id)?.at ?? null, Number(at));
}

/** The book of a pair is what its open orders come to. */
async function compareBook(screen: Screen, topic: Topic, query: Checked['query'], same: Same): Promise<void> {
  const rows = await query<{ side: string; price: string; amount: string; scales: [number, number] }>(
    `SELECT side, price::text, sum(amount - filled)::text AS amount, array[quoted.scale, coin.scale] AS scales
       FROM spot_orders JOIN listed_pairs AS listed ON listed.id = pair
       JOIN listed_coins AS coin ON coin.id = base JOIN listed_coins AS quoted ON quoted.id = quote
      WHERE pair = $1 AND status = 'open' AND price IS NOT NULL
      GROUP BY side, price, quoted.scale, coin.scale ORDER BY price`,
    [nameOf(topic)],
  );
  const levels = (side: string) =>
    rows
      .filter((row) => row.side === side)
      .map(({ price, amount, scales }) => [fromUnits(BigInt(price), scales[0]), fromUnits(BigInt(amount), scales[1])]);
  const book = screen.shown<'depth'>(topic)?.view(depthLevelsMax);
  const shown = (side: 'bids' | 'asks') => book?.[side].map(({ price, amount }) => [price, amount]);
  same('bids', shown('bids'), levels('buy').toReversed().slice(0, depthLevelsMax));
  same('asks', shown('asks'), levels('sell').slice(0, depthLevelsMax));
}

/** Prices move all the time; the book and what is open do not. */
function compareContract(screen: Screen, topic: Topic, view: ContractView, same: Same): void {
  const shown = screen.shown<'contract'>(topic);
  for (const what of ['bids', 'asks', 'openLots', 'state'] as const) same(what, shown?.[what], view[what]);
}
