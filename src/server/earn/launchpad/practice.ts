import { minuteMs } from '#protocol/core/durations.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { fundForPractice } from '../backing/funding.ts';
import { announce, projectOfTerms } from './creating.ts';
import type { LaunchpadDeps } from './deps.ts';
import { findCommitment, hasPracticeProject, lockProject, newestPracticeProject } from './store.ts';
import { commitTo } from './subscribing.ts';
import type { Signed } from '#server/core/gate/stops.ts';
import { listCoin } from '#server/core/instrument-acts/list.ts';
import type { NewPair } from '#server/core/instruments/rules.ts';

/** A subscription of practice mode: from its announcement to the opening within a quarter of an hour, then the next. */
const terms = {
  quote: 'USDT',
  manner: 'pro-rata',
  issuance: '2000',
  piece: '1',
  price: '0.4',
  minimum: '4',
  maximum: '500',
  practice: true,
} as const;
const announcedMs = minuteMs;
const openMs = 8 * minuteMs;
/** Time to look at the indicative price and to place an order. */
const auctionMs = 2 * minuteMs;

/** The house's two traders want more than there is between them, so that everybody sees a share. */
const bots = [houseOwners.makerA, houseOwners.makerB] as const;
/** Pieces a bot adds at a time. */
const leastPieces = 10;
const mostPieces = 50;
/** What a bot gets when it has less than it may commit. */
const purse = '5000';

type PracticeDeps = Pick<LaunchpadDeps, 'database' | 'ledger' | 'clock' | 'gate' | 'outflow'>;

/** A coin that practice mode made up. */
interface PracticeCoin {
  readonly id: string;
  readonly name: string;
}

/**
 * The coins of practice mode, in the order in which they are sold for the first time. None of them exists outside. Once
 * all have opened, further issues of them are sold, as of any coin that trades.
 */
export const practiceCoins = [
  { id: 'KNOT', name: 'Red Knot' },
  { id: 'RUFF', name: 'Ruff' },
  { id: 'SNIPE', name: 'Snipe' },
  { id: 'GODWIT', name: 'Godwit' },
  { id: 'CURLEW', name: 'Curlew' },
  { id: 'AVOCET', name: 'Avocet' },
] as const satisfies readonly PracticeCoin[];

const quote = 'USDT';

/** How the pair of such a coin trades; it is announced, and an auction opens it. */
const pair = {
  quote,
  priceDecimals: 4,
  amountDecimals: 1,
  minAmount: '0.1',
  maxAmount: '1000000',
  minTotal: '1',
  makerFee: '0.0008',
  takerFee: '0.001',
  tags: [],
  state: 'announced',
  opensAt: null,
} as const satisfies Omit<NewPair, 'base' | 'referencePrice'>;

/** Lists a coin of practice mode with its pair, which nobody sees before it opens. @param price what it is sold at */
export async function listPracticeCoin(
  tx: Transaction,
  { id, name }: PracticeCoin,
  price: string,
  signed: Signed,
): Promise<void> {
  const coin = { id, name, scale: 8, displayDecimals: 2, faucetAmount: null };
  await listCoin(tx, { coin, pair: { ...pair, referencePrice: price } }, signed);
}

/** What the next project sells: a coin that has not opened yet while there is one, then each in turn. */
export function nextPracticeCoin(last: string | null): { readonly coin: PracticeCoin; readonly isNew: boolean } {
  const isNew = ({ id }: PracticeCoin) => (instruments.pair(id + quote)?.state ?? 'announced') === 'announced';
  const unopened = practiceCoins.find(isNew);
  if (unopened !== undefined) return { coin: unopened, isNew: true };
  const after = practiceCoins.findIndex(({ id }) => id === last) + 1;
  return { coin: practiceCoins[after % practiceCoins.length] ?? practiceCoins[0], isNew: false };
}

/** Announces the next subscription of practice mode once the last one has ended. */
async function announceNext({ database, ledger, clock }: PracticeDeps): Promise<void> {
  if (await hasPracticeProject(database.pool, ['selling', 'allotting', 'settling'])) return;
  const at = clock();
  const signed = { by: 'practice', reason: 'the next subscription of practice mode', at };
  const last = await newestPracticeProject(database.pool);
  const { coin, isNew } = nextPracticeCoin(last?.coin ?? null);
  if (!instruments.coins.has(coin.id)) {
    await database.transaction((tx) => listPracticeCoin(tx, coin, terms.price, signed));
    // The listing is followed within a second; the next run announces the project.
    return;
  }
  const opensAt = at + announcedMs;
  const project = projectOfTerms({
    ...terms,
    coin: coin.id,
    name: coin.name,
    opensAt,
    closesAt: opensAt + openMs,
    auctionMs: isNew ? auctionMs : null,
  });
  // Twice the issuance: one that is left with half of the target still covers the next project.
  const units = 2n * project.pieces * project.piece;
  const targets = [{ product: 'launchpad', asset: coin.id, units }] as const;
  ledger.changed(await database.transaction((tx) => fundForPractice(tx, ledger, targets, at)));
  const { changed } = await database.transaction((tx) => announce(tx, ledger, project, signed));
  ledger.changed(changed);
}

async function fundBot(
  tx: Transaction,
  { ledger, clock }: PracticeDeps,
  owner: bigint,
): Promise<readonly BalanceRow[]> {
  const scale = assetScale(terms.quote);
  const account = { wallet: 'spot', asset: terms.quote } as const;
  const practice = { ...account, owner: houseOwners.practice };
  const own = { ...account, owner };
  const locked = await ledger.lockBalances(tx, [practice, own]);
  const held = locked.find((row) => row.owner === owner)?.available ?? 0n;
  if (held >= toUnits(terms.maximum, scale)) return [];
  const units = toUnits(purse, scale);
  return ledger.post(tx, {
    kind: 'practice',
    reference: 'launch',
    at: clock(),
    postings: [
      { ...practice, part: 'available', amount: -units },
      { ...own, part: 'available', amount: units },
    ],
  });
}

/** A bot adds a few pieces to the running subscription, up to what one person may have. */
async function botCommits(deps: PracticeDeps, id: bigint, owner: bigint, random: () => number): Promise<void> {
  const { database, ledger } = deps;
  const changed = await database.transaction(async (tx) => {
    const project = await lockProject(tx, id);
    if (project === null) return [];
    const room = project.maximum - ((await findCommitment(tx.client, id, owner))?.wanted ?? 0n);
    const wish = BigInt(leastPieces + Math.floor(random() * (mostPieces - leastPieces)));
    const asked = wish < room ? wish : room;
    if (asked <= 0n) return [];
    return (await commitTo(tx, deps, { project, owner, asked })).changed;
  });
  ledger.changed(changed);
}

/**
 * Practice mode: subscriptions follow one another, and the house's traders commit to each while it is open.
 *
 * @param random from 0 to below 1
 * @returns a run of the job
 */
export function createPracticeProjects(deps: PracticeDeps, random: () => number): () => Promise<void> {
  return async function run() {
    await announceNext(deps);
    const project = await newestPracticeProject(deps.database.pool);
    const now = deps.clock();
    if (project === null || project.phase !== 'selling' || now < project.opensAt || now >= project.closesAt) return;
    if (deps.gate.isStopped('launchpad', { assets: [project.coin, project.quote] })) return;
    for (const owner of bots) {
      try {
        deps.ledger.changed(await deps.database.transaction((tx) => fundBot(tx, deps, owner)));
        await botCommits(deps, project.id, owner, random);
      } catch (error) {
        // It closed in between: nothing was committed.
        if (!(error instanceof Refusal)) throw error;
      }
    }
  };
}
