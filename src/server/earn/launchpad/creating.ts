import { type Decimal, toUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { writeOperatorLog } from '#server/core/gate/operator-log.ts';
import type { Signed } from '#server/core/gate/stops.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { readPair } from '#server/core/instruments/store.ts';
import { coverKey, freeCover, intoCover, setAside } from '../backing/accounts.ts';
import type { ProjectRow } from './project-row.ts';
import { type NewProject, projectFaults } from './rules.ts';
import { insertProject } from './store.ts';

/** A project cannot be announced; `faults` say why, in words for who asked. */
export class NotAnnounced extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('; '));
    this.faults = faults;
  }
}

/**
 * Announces a project, and holds all that it sells in the same transaction: from the free cover of the launch account.
 *
 * @param signed who announces it, why and when
 * @returns the project, and the balances that changed
 * @throws NotAnnounced when anything is wrong with it, or the account has less of the coin than it sells
 */
export async function announce(
  tx: Transaction,
  ledger: Pick<Ledger, 'lockBalances' | 'post'>,
  project: NewProject,
  signed: Signed,
): Promise<{ readonly project: ProjectRow; readonly changed: readonly BalanceRow[] }> {
  const faults = projectFaults(project, signed.at);
  if (faults.length === 0 && project.auctionMs !== null) faults.push(...(await pairFaults(tx, project)));
  if (faults.length > 0) throw new NotAnnounced(faults);
  const row = await insertProject(tx, project);
  const units = project.pieces * project.piece;
  const locked = await ledger.lockBalances(tx, [coverKey('launchpad', project.coin)]);
  if (freeCover(locked, 'launchpad', project.coin) < units) {
    throw new NotAnnounced([`the launch account holds less ${project.coin} than the issuance`]);
  }
  const changed = await ledger.post(tx, {
    kind: 'backing',
    reference: row.id.toString(),
    at: signed.at,
    postings: setAside('launchpad', project.coin, units),
  });
  const subject = `${project.coin} ${row.id} ${project.manner}`;
  await writeOperatorLog(tx, { what: 'launch-announce', scope: null, subject, sessions: [] }, signed);
  return { project: row, changed };
}

/** What is wrong with the pair that opens after a project; empty when nothing is. */
async function pairFaults(tx: Transaction, { coin, quote }: NewProject): Promise<string[]> {
  const pair = await readPair(tx, coin + quote);
  if (pair === null) return [`${coin}${quote} is not listed: add it as announced`];
  // One with a time of its own would open before the coin is handed out.
  const waits = pair.state === 'announced' && pair.opensAt === null;
  return waits ? [] : [`${pair.id} is not announced without a time, so no auction can open it`];
}

/**
 * Books coins that an issuer handed over as free cover of the launch account. They came from outside of the books, as a
 * deposit does.
 *
 * @returns the balances that changed
 */
export async function receiveCoins(
  tx: Transaction,
  ledger: Pick<Ledger, 'post'>,
  { coin, amount }: { readonly coin: string; readonly amount: Decimal },
  signed: Signed,
): Promise<BalanceRow[]> {
  const units = toUnits(amount, assetScale(coin));
  const changed = await ledger.post(tx, {
    kind: 'backing',
    reference: 'issuer',
    at: signed.at,
    postings: [
      { owner: houseOwners.chain, wallet: 'spot', asset: coin, part: 'available', amount: 0n - units },
      intoCover('launchpad', coin, units),
    ],
  });
  await writeOperatorLog(
    tx,
    { what: 'launch-receive', scope: null, subject: `${amount} ${coin}`, sessions: [] },
    signed,
  );
  return changed;
}

/** What an operator writes of a project: amounts as decimals. */
export interface WrittenTerms extends Omit<NewProject, 'pieces' | 'piece' | 'pieceCost' | 'minimum' | 'maximum'> {
  readonly issuance: string;
  readonly piece: string;
  readonly price: string;
  readonly minimum: string;
  readonly maximum: string;
}

/**
 * The project of written terms, in pieces.
 *
 * @throws NotAnnounced when the issuance is no whole number of pieces, or a piece does not cost a whole number of units
 */
export function projectOfTerms(terms: WrittenTerms): NewProject {
  const [coinScale, quoteScale] = [assetScale(terms.coin), assetScale(terms.quote)];
  const issuance = toUnits(terms.issuance, coinScale);
  const piece = toUnits(terms.piece, coinScale);
  const priceScale = 18;
  const exact = toUnits(terms.price, priceScale) * piece * 10n ** BigInt(quoteScale);
  const whole = 10n ** BigInt(priceScale + coinScale);
  if (piece === 0n || issuance % piece !== 0n) throw new NotAnnounced(['the issuance is a whole number of pieces']);
  if (exact === 0n || exact % whole !== 0n) throw new NotAnnounced([`a piece costs a whole number of units`]);
  const pieceCost = exact / whole;
  return {
    ...terms,
    pieces: issuance / piece,
    piece,
    pieceCost,
    minimum: (toUnits(terms.minimum, quoteScale) + pieceCost - 1n) / pieceCost,
    maximum: toUnits(terms.maximum, quoteScale) / pieceCost,
  };
}
