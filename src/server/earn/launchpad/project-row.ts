import type { LaunchpadOrder, LaunchpadProject } from '#protocol/launchpad/entities/projects.ts';
import type { LaunchpadManner } from '#protocol/launchpad/entities/words.ts';
import { divideDecimals, fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { listHeader } from './allotment.ts';
import type { ProjectPhase } from './phases.ts';
import { stateOf } from './rules.ts';

/** A project as it is stored. */
export interface ProjectRow {
  readonly id: bigint;
  readonly coin: string;
  readonly quote: string;
  readonly name: string;
  readonly manner: LaunchpadManner;
  readonly pieces: bigint;
  readonly piece: bigint;
  readonly pieceCost: bigint;
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly phase: ProjectPhase;
  readonly people: number;
  readonly wanted: bigint;
  readonly allotted: bigint;
  readonly paid: bigint;
  readonly listHash: string | null;
  readonly endedAt: number | null;
  readonly dueAt: number | null;
  readonly practice: boolean;
  /** The pair that opens once everybody has been served, and how long its auction takes; null without one. */
  readonly pair: string | null;
  readonly auctionMs: number | null;
}

/** A commitment as it is stored. */
export interface CommitmentRow {
  readonly project: bigint;
  readonly line: number;
  readonly owner: bigint;
  readonly wanted: bigint;
  readonly allotted: bigint | null;
  readonly at: number;
  readonly servedAt: number | null;
}

/** Places of a price that is shown: the quote coin's own, and what a piece of less than a coin adds. */
const priceScale = 18;

/** A project as everybody sees it. @param now epoch milliseconds: times decide its state */
export function toProject(row: ProjectRow, now: number): LaunchpadProject {
  const [coinScale, quoteScale] = [assetScale(row.coin), assetScale(row.quote)];
  const coins = (pieces: bigint) => fromUnits(pieces * row.piece, coinScale);
  const money = (pieces: bigint) => fromUnits(pieces * row.pieceCost, quoteScale);
  return {
    id: row.id.toString(),
    coin: row.coin,
    name: row.name,
    quote: row.quote,
    manner: row.manner,
    state: stateOf(row, now),
    issuance: coins(row.pieces),
    price: divideDecimals(money(1n), coins(1n), priceScale),
    piece: coins(1n),
    pieceCost: money(1n),
    minimum: money(row.minimum),
    maximum: money(row.maximum),
    committed: money(row.wanted),
    people: row.people,
    sold: coins(row.allotted),
    remaining: coins(row.pieces - row.allotted),
    opensAt: row.opensAt,
    closesAt: row.closesAt,
    endedAt: row.endedAt,
    listHash: row.listHash,
    practice: row.practice,
    pair: row.pair,
    auctionMs: row.auctionMs,
  };
}

/** A commitment as its owner sees it. What was allotted is shown once it is in the wallet. */
export function toOrder(project: ProjectRow, own: CommitmentRow, now: number): LaunchpadOrder {
  const quoteScale = assetScale(project.quote);
  const money = (pieces: bigint) => fromUnits(pieces * project.pieceCost, quoteScale);
  const allotted = own.servedAt === null && project.manner === 'pro-rata' ? null : own.allotted;
  return {
    project: toProject(project, now),
    line: own.line,
    committed: money(own.wanted),
    allotted: allotted === null ? null : fromUnits(allotted * project.piece, assetScale(project.coin)),
    spent: allotted === null ? null : money(allotted),
    returned: allotted === null ? null : money(own.wanted - allotted),
    at: own.at,
    servedAt: own.servedAt,
  };
}

/** The first line of a project's published list. */
export function headerOf(row: ProjectRow): string {
  return listHeader({
    id: row.id.toString(),
    coin: row.coin,
    quote: row.quote,
    manner: row.manner,
    pieces: row.pieces,
    piece: fromUnits(row.piece, assetScale(row.coin)),
    pieceCost: fromUnits(row.pieceCost, assetScale(row.quote)),
    people: row.people,
  });
}
