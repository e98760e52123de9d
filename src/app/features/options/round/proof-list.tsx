import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import type { OptionRound } from '#protocol/options/entities.ts';
import { optionLockMs } from '#protocol/core/limits.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { directionLabels } from '../option-labels.ts';
import css from './proof-list.module.css';
import type { Verdict } from './draw-proof.ts';
import { type RoundCheck, verdictOf } from './round-proof.ts';
import { Step, Deciding, Drawn, NotDrawn } from './proof-steps.tsx';

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
          <Trans>The strike, close, lock ({lock} s before the strike) and number follow from the round duration.</Trans>
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
        <Trans>A check failed: the published data does not match. Save this page and contact customer service.</Trans>
      </Banner>
    );
  return (
    <Banner inset tone="warn" live>
      <Trans>Hashes were not checked: this browser computes them on secure (https) pages only.</Trans>
    </Banner>
  );
}
