import { Trans } from '@lingui/react/macro';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OptionRound, RoundDraw } from '#protocol/options/entities.ts';
import { optionTickToleranceMs } from '#protocol/core/limits.ts';
import { tickText } from '#protocol/options/maths/option-ticks.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { Disclosure } from '#app/ui/layout/Disclosure.tsx';
import { Icon } from '#app/ui/icons.tsx';
import type { DrawCheck, Verdict } from './draw-proof.ts';
import css from './proof-list.module.css';
import type { DecidingCheck, TickCheck } from './round-proof.ts';

/** A moment to the millisecond, in UTC: the very time that the hash is made of. */
function exactTime(at: number): string {
  return new Date(at).toISOString().slice(11, 23);
}

export function Step({ verdict, children }: { readonly verdict: Verdict; readonly children: ReactNode }) {
  const icon = verdict === true ? CircleCheck : verdict === false ? CircleX : TriangleAlert;
  return (
    <li className={css['step']} data-verdict={String(verdict)}>
      <Icon of={icon} size="inline" />
      <div>
        <p className={css['says']}>
          {verdict === true ? (
            <Trans>Checked here: holds</Trans>
          ) : verdict === false ? (
            <Trans>Checked here: FAILED</Trans>
          ) : (
            <Trans>Not checked</Trans>
          )}
        </p>
        <div>{children}</div>
      </div>
    </li>
  );
}

interface DecidingProps {
  readonly name: string;
  readonly round: OptionRound;
  readonly check: DecidingCheck | null;
}

export function Deciding({ name, round, check }: DecidingProps) {
  const late = optionTickToleranceMs / 1_000;
  if (check === null) {
    return (
      <li className={css['missing']}>
        <Trans>
          {name}: no tick arrived within {late} s of its due time.
        </Trans>
      </li>
    );
  }
  const { before, deciding, link, time, dueAt } = check;
  const price = formatNumber(deciding.tick.price);
  const due = exactTime(dueAt);
  const came = exactTime(deciding.tick.at);
  const earlier = before === null ? '' : exactTime(before.tick.at);
  return (
    <>
      <Step verdict={time}>
        {before === null ? (
          <Trans>
            {name} {price}: the first tick of the log, at {came}, decides for {due} UTC.
          </Trans>
        ) : (
          <Trans>
            {name} {price}: the tick at {came} is the first at or after {due} UTC; the one before it came at {earlier}.
          </Trans>
        )}
      </Step>
      <Step verdict={hashOf(check)}>
        <Trans>{name}: the SHA-256 hash of each tick matches the published one.</Trans>
        <Disclosure title={<Trans>Ticks and hashes</Trans>}>
          {before !== null && <TickText coin={round.coin} check={before} />}
          <TickText coin={round.coin} check={deciding} />
        </Disclosure>
      </Step>
      <Step verdict={link}>
        <Trans>{name}: the deciding tick carries the hash of the previous tick, so none was left out.</Trans>
      </Step>
    </>
  );
}

/** How a simulated price was fixed before anyone could bet on it. */
export function Drawn({ check }: { readonly check: DrawCheck }) {
  const { draw, committed, revealed, follows } = check;
  const opened = exactTime(draw.opening.at);
  return (
    <>
      <Step verdict={committed}>
        <Trans>
          Prices are simulated. When the round opened, at {opened} UTC, the randomness behind them was already fixed:
          that tick contained its fingerprints (commitments).
        </Trans>
      </Step>
      <Step verdict={revealed}>
        <Trans>
          The secrets, revealed after the round, match these fingerprints. Before that, no one could read them.
        </Trans>
        <Commitments draw={draw} />
      </Step>
      <Step verdict={follows}>
        <Trans>Every price from the opening to the close follows from the secrets, second by second.</Trans>
      </Step>
    </>
  );
}

/** What was published when a round opened, and what was revealed since. */
export function Commitments({ draw }: { readonly draw: RoundDraw }) {
  const { commitment, next } = draw.opening.entropy ?? { commitment: null, next: null };
  const all = [commitment, next].filter((one) => one !== null);
  const secretOf = (one: string) => draw.secrets?.find((revealed) => revealed.commitment === one)?.secret ?? null;
  const shown = draw.secrets === null ? all : all.filter((one) => secretOf(one) !== null);
  return (
    <Disclosure title={draw.secrets === null ? <Trans>Commitments</Trans> : <Trans>Commitments and secrets</Trans>}>
      {shown.map((one) => (
        <dl key={one} className={css['tick']}>
          <dt>
            <Trans>Commitment</Trans>
          </dt>
          <dd>{one}</dd>
          {secretOf(one) !== null && (
            <>
              <dt>
                <Trans>Secret</Trans>
              </dt>
              <dd>{secretOf(one)}</dd>
            </>
          )}
        </dl>
      ))}
    </Disclosure>
  );
}

/** Says why there is nothing to reveal. */
export function NotDrawn({ round }: { readonly round: OptionRound }) {
  if (round.draw !== null) return null;
  return (
    <li className={css['missing']}>
      <Trans>No draw was made for this round: its index follows other exchanges, or the round predates draws.</Trans>
    </li>
  );
}

function hashOf({ before, deciding }: DecidingCheck): Verdict {
  if (before?.hash === false || deciding.hash === false) return false;
  return before?.hash === null || deciding.hash === null ? null : true;
}

/** The text that is hashed, what was published and what was computed. */
function TickText({ coin, check }: { readonly coin: string; readonly check: TickCheck }) {
  const { tick, computed } = check;
  return (
    <dl className={css['tick']}>
      <dt>
        <Trans>Text</Trans>
      </dt>
      <dd>{tickText({ coin, ...tick })}</dd>
      <dt>
        <Trans>Published hash</Trans>
      </dt>
      <dd>{tick.hash}</dd>
      <dt>
        <Trans>Computed here</Trans>
      </dt>
      <dd>{computed ?? '–'}</dd>
    </dl>
  );
}
