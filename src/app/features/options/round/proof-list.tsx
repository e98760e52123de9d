import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OptionRound, RoundDraw } from '../../../../protocol/entities/option.ts';
import { optionLockMs, optionTickToleranceMs } from '../../../../protocol/limits.ts';
import { tickText } from '../../../../protocol/maths/option-ticks.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Disclosure } from '../../../ui/layout/Disclosure.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { Icon } from '../../../ui/icons.tsx';
import type { DrawCheck } from '../draw-proof.ts';
import { directionLabels } from '../option-labels.ts';
import css from './proof-list.module.css';
import type { DecidingCheck, RoundCheck, TickCheck, Verdict } from './round-proof.ts';
import { verdictOf } from './round-proof.ts';

/** A moment to the millisecond, in UTC: the very time that the hash is made of. */
function exactTime(at: number): string {
  return new Date(at).toISOString().slice(11, 23);
}

/** Each step of the proof with what this browser found. */
export function ProofList({ round, check }: { readonly round: OptionRound; readonly check: RoundCheck }) {
  const { t, i18n } = useLingui();
  const verdict = verdictOf(check);
  const lock = optionLockMs / 1_000;
  const went = check.result === null ? '' : i18n._(directionLabels[check.result].name);
  const said = round.result === null ? t`void` : i18n._(directionLabels[round.result].name);
  return (
    <Section band title={t`Checked here`}>
      <div className={css['verdict']}>
        <Outcome verdict={verdict} />
      </div>
      <ol className={css['steps']}>
        <Step verdict={check.times}>
          <Trans>
            Strike, close, lock ({lock} s before the strike) and number follow from the length of the round.
          </Trans>
        </Step>
        <Deciding name={t`Strike`} round={round} check={check.strike} />
        <Deciding name={t({ message: 'Close', context: 'of a round' })} round={round} check={check.settlement} />
        {check.draw === null ? <NotDrawn round={round} /> : <Drawn check={check.draw} />}
        <Step verdict={check.agrees}>
          {check.result === null ? (
            <Trans>A deciding tick is missing, so the round must be void. Published: {said}.</Trans>
          ) : (
            <Trans>
              The close against the strike says {went}. Published: {said}.
            </Trans>
          )}
        </Step>
      </ol>
    </Section>
  );
}

function Outcome({ verdict }: { readonly verdict: Verdict }) {
  if (verdict === true)
    return (
      <p className={css['good']}>
        <Icon of={CircleCheck} />
        <Trans>Your browser recomputed this result and found the same.</Trans>
      </p>
    );
  if (verdict === false)
    return (
      <Banner inset tone="danger" live>
        <Trans>A check failed. What was published does not fit together. Keep this page and ask the support.</Trans>
      </Banner>
    );
  return (
    <Banner inset tone="warn" live>
      <Trans>Hashes were not checked: this browser computes them on secure (https) pages only.</Trans>
    </Banner>
  );
}

function Step({ verdict, children }: { readonly verdict: Verdict; readonly children: ReactNode }) {
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

function Deciding({ name, round, check }: DecidingProps) {
  const late = optionTickToleranceMs / 1_000;
  if (check === null) {
    return (
      <li className={css['missing']}>
        <Trans>
          {name}: no tick came within {late} s of its time.
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
        <Trans>{name}: SHA-256 of each tick is the published one.</Trans>
        <Disclosure title={<Trans>Ticks and hashes</Trans>}>
          {before !== null && <TickText coin={round.coin} check={before} />}
          <TickText coin={round.coin} check={deciding} />
        </Disclosure>
      </Step>
      <Step verdict={link}>
        <Trans>{name}: the deciding tick carries the hash of the tick before it, so none was left out.</Trans>
      </Step>
    </>
  );
}

/** How a simulated price was fixed before anybody could bet on it. */
function Drawn({ check }: { readonly check: DrawCheck }) {
  const { draw, committed, revealed, follows } = check;
  const opened = exactTime(draw.opening.at);
  return (
    <>
      <Step verdict={committed}>
        <Trans>
          The prices are simulated. When the round opened, at {opened} UTC, the chance behind them was already fixed:
          its fingerprints (commitments) stood in that tick.
        </Trans>
      </Step>
      <Step verdict={revealed}>
        <Trans>
          The secrets, revealed after the round, have these fingerprints. Before that, nobody could read them.
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
function NotDrawn({ round }: { readonly round: OptionRound }) {
  if (round.draw !== null) return null;
  return (
    <li className={css['missing']}>
      <Trans>No chance was drawn for this round: its index follows other exchanges, or it is from before draws.</Trans>
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
