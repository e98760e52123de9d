import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import type { CallOutput } from '#protocol/calls.ts';
import { Icon } from '#app/ui/icons.tsx';
import { Progress } from '#app/ui/layout/Progress.tsx';
import { shareText } from './share-text.ts';
import css from './referrals.module.css';

type Team = CallOutput<'GET earningsInfo'>;

/** The own level with its shares, and what the next one needs; leads to all levels. */
export function LevelCard({ team: { level, next, traded } }: { readonly team: Team }) {
  const { t } = useLingui();
  const [direct, indirect] = [shareText(level.direct), shareText(level.indirect)];
  const number = level.level;
  return (
    <a className={css['level']} href="#/pages/member/chege">
      <span className={css['levelHead']}>
        <span>
          <b>
            <Trans>Level {number}</Trans>
          </b>{' '}
          <span className={css['shares']}>
            <Trans>
              {direct} direct, {indirect} indirect
            </Trans>
          </span>
        </span>
        <Icon of={ChevronRight} size="row" className={css['chevron']} />
      </span>
      {next === null ? (
        <span className={css['levelFoot']}>
          <Trans>The highest level. Direct members who traded: {traded}</Trans>
        </span>
      ) : (
        <>
          <Progress label={t`Towards level ${next.level}`} share={Math.min(1, traded / next.members)} />
          <span className={css['levelFoot']}>
            <span>
              <Trans>
                {traded} of {next.members} direct members who traded
              </Trans>
            </span>
            <span>
              <Trans>
                Level {next.level}: {shareText(next.direct)}, {shareText(next.indirect)}
              </Trans>
            </span>
          </span>
        </>
      )}
    </a>
  );
}
