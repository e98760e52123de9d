import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeftRight, ReceiptText, Users, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import { addDecimals, compareDecimals } from '#protocol/core/decimal.ts';
import type { TeamCoin, TeamWeek } from '#protocol/referrals/entities.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import hero from '#app/ui/layout/Hero.module.css';
import { Page } from '#app/ui/layout/Page.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Progress } from '#app/ui/layout/Progress.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { OwnAmount, OwnAmountsEye } from '../order-entry/own-amount.tsx';
import { OwnHeroNumber } from '../order-entry/own-hero-number.tsx';
import { WhenOn } from '../switches/when-on.tsx';
import { coinToShow } from './coin-to-show.ts';
import { useCreditText } from './credit-text.ts';
import { MoveButton } from './move-button.tsx';
import { refreshReferrals, referralsQuery, useRefreshOnNotice } from './queries.ts';
import { ReferralActions } from './referral-actions.tsx';
import { ReferralLists } from './referral-lists.tsx';
import { filledWeeks, sumOfWeeks } from './weeks.ts';
import { WeeksChart } from './weeks-chart.tsx';
import { shareText } from './share-text.ts';
import css from './referrals.module.css';

type Team = CallOutput<'GET earningsInfo'>;

/** The team: rebates to move, from which fees they came, the level, and who is in it. */
export function ReferralsScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const team = useQuery(referralsQuery);
  useRefreshOnNotice();
  const isOn = useFeature('referrals');
  const [chosen, setChosen] = useState<string | null>(null);
  const { data } = team;
  const coin = data === undefined ? null : coinToShow(data.coins, chosen);
  return (
    <Page
      title={t`Referrals`}
      actions={<ReferralActions />}
      onRefresh={() => refreshReferrals(client)}
      updating={team.isFetching && data !== undefined}
      bottom={
        data === undefined || !isOn ? undefined : coin !== null ? (
          <MoveButton key={coin.asset} asset={coin.asset} amount={coin.held} cycle={data.cycle} />
        ) : (
          <Button kind="primary" size="l" href="#/pages/Whiteskin/share">{t`Invite`}</Button>
        )
      }
    >
      {data !== undefined ? (
        <>
          <OfflineAge at={team.dataUpdatedAt} />
          <Standing team={data} coin={coin} onChoose={setChosen} />
        </>
      ) : (
        <NotLoaded query={team} title={<Trans>Your referrals did not load</Trans>} coins>
          <ScreenSkeleton blocks={[[120, 14], [180, 38], 130, 84, 180]} />
        </NotLoaded>
      )}
    </Page>
  );
}

interface StandingProps {
  readonly team: Team;
  /** The one that is shown; null before the first rebate. */
  readonly coin: TeamCoin | null;
  readonly onChoose: (asset: string) => void;
}

function Standing({ team, coin, onChoose }: StandingProps) {
  const { t } = useLingui();
  const [week, setWeek] = useState<string | null>(null);
  const credited = useCreditText(team.cycle);
  const weeks = filledWeeks(team.weeks.find((each) => each.asset === coin?.asset)?.list ?? [], team.week);
  return (
    <>
      {coin === null ? (
        <EmptyState
          icon={Users}
          title={team.direct + team.indirect === 0 ? <Trans>Nobody yet</Trans> : <Trans>No rebates yet</Trans>}
          text={
            team.direct + team.indirect === 0 ? (
              <Trans>When people you invited trade, you earn a share of the fees they pay.</Trans>
            ) : (
              credited
            )
          }
        />
      ) : (
        <>
          <ReferralsHero coin={coin} weeks={weeks} />
          {team.coins.length > 1 && (
            <Chips
              label={t`Coin`}
              items={team.coins.map((each) => ({ id: each.asset, label: each.asset }))}
              value={coin.asset}
              onChange={onChoose}
            />
          )}
          <WeeksChart weeks={weeks} asset={coin.asset} chosen={week} onChoose={setWeek} />
        </>
      )}
      <LevelCard team={team} />
      <WhenOn feature="referrals">
        {coin !== null && (
          <>
            <ListRow
              height={56}
              light
              leading={<IconTile icon={ReceiptText} />}
              title={t`All rebates`}
              href="#/pages/member/shou"
            />
            <ListRow
              height={56}
              light
              leading={<IconTile icon={ArrowLeftRight} />}
              title={t`Move a part`}
              href={`#/pages/member/huaz?asset=${coin.asset}`}
            />
          </>
        )}
      </WhenOn>
      <ReferralLists team={team} />
    </>
  );
}

interface ReferralsHeroProps {
  readonly coin: TeamCoin;
  /** Those of the chart. */
  readonly weeks: readonly TeamWeek[];
}

/** What may be moved, and which fees it came from. */
function ReferralsHero({ coin: { asset, held, owed }, weeks }: ReferralsHeroProps) {
  const amountOf = useAmountText();
  const isOld = !useReachable();
  const sum = sumOfWeeks(weeks);
  const number = amountOf(held, asset, false);
  const [credited, fees] = [addDecimals(sum.direct, sum.indirect), sum.fees].map((each) =>
    amountOf(each, asset, false),
  );
  return (
    <div className={hero['hero']}>
      <p className={hero['label']}>
        <Trans>Rebates to move</Trans> <OwnAmountsEye size="inline" tone="quiet" />
      </p>
      <OwnHeroNumber number={number} asset={asset} old={isOld} />
      <p className={hero['line']}>
        <OwnAmount>
          <Trans>
            {credited} in 12 weeks, from {fees} of kept fees
          </Trans>
        </OwnAmount>
      </p>
      {compareDecimals(owed, '0') > 0 && (
        <p className={hero['line']}>
          <OwnAmount>
            <Trans>{amountOf(owed, asset)} was reversed after you moved it; your next rebates repay it first</Trans>
          </OwnAmount>
        </p>
      )}
    </div>
  );
}

/** The own level with its shares, and what the next one needs; leads to all levels. */
function LevelCard({ team: { level, next, traded } }: { readonly team: Team }) {
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
