import type { OptionEntry, OptionRound, RevealedSecret, RoundDraw, TickProof } from '#protocol/options/entities.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { optionAsset } from './rules.ts';

/** A row of `option_rounds` as the driver returns it. */
export interface RoundRow {
  readonly id: string;
  readonly coin: string;
  readonly cycle: OptionRound['cycle'];
  readonly period: string;
  readonly opens_at: string;
  readonly lock_at: string;
  readonly strike_at: string;
  readonly settle_at: string;
  readonly phase: OptionRound['phase'];
  readonly up: string;
  readonly down: string;
  readonly flat: string;
  readonly entries: number;
  readonly strike: TickProof | null;
  readonly settlement: TickProof | null;
  readonly result: OptionRound['result'];
  readonly draw: Omit<RoundDraw, 'secrets'> | null;
  readonly secrets: RevealedSecret[] | null;
}

const shown = (units: string) => fromUnits(BigInt(units), assetScale(optionAsset));

/** The round as published. */
export function toRound(row: RoundRow): OptionRound {
  return {
    id: row.id,
    coin: row.coin,
    cycle: row.cycle,
    period: row.period,
    phase: row.phase,
    opensAt: Number(row.opens_at),
    lockAt: Number(row.lock_at),
    strikeAt: Number(row.strike_at),
    settleAt: Number(row.settle_at),
    pools: { up: shown(row.up), down: shown(row.down), flat: shown(row.flat) },
    entries: row.entries,
    strike: row.strike,
    settlement: row.settlement,
    result: row.result,
    draw: row.draw === null ? null : { ...row.draw, secrets: row.secrets },
  };
}

/** A row of `option_entries` joined with its round, as the driver returns it. */
export interface EntryRow extends RoundRow {
  readonly entry_id: string;
  readonly direction: OptionEntry['direction'];
  readonly stake: string;
  readonly outcome: OptionEntry['outcome'];
  readonly profit: string;
  readonly fee: string;
  readonly entered_at: string;
}

/** Columns of `EntryRow`, of `entry` joined to `round`. */
export const entryColumns = `round.*, entry.id AS entry_id, entry.direction, entry.stake, entry.outcome, entry.profit,
  entry.fee, entry.at AS entered_at`;

/** The prediction as shown to its owner. */
export function toEntry(row: EntryRow): OptionEntry {
  return {
    id: row.entry_id,
    round: toRound(row),
    direction: row.direction,
    stake: shown(row.stake),
    outcome: row.outcome,
    profit: shown(row.profit),
    fee: shown(row.fee),
    at: Number(row.entered_at),
  };
}
