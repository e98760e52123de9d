import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { RecordsScreen } from '../loading/records-screen.tsx';
import { NoRobots } from './own-robots.tsx';
import { refreshRobots, robotsQuery } from './queries.ts';
import { RobotRow } from './robot-row.tsx';

/** Own robots that ended, newest first, with what each of them made. */
export function EndedScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const pages = useInfiniteQuery(robotsQuery('ended'));
  const now = pages.data?.pages[0]?.at ?? 0;
  return (
    <RecordsScreen
      tabBar
      title={t`Ended robots`}
      onRefresh={() => refreshRobots(client)}
      query={pages}
      items={pages.data?.pages.flatMap((page) => page.list)}
      failed={<Trans>Your robots did not load</Trans>}
      coins
      waiting={<SkeletonRow count={4} height={60} />}
      empty={<NoRobots show="ended" />}
      keyOf={({ id }) => id}
      rowHeight={60}
      render={(robot) => <RobotRow robot={robot} last={null} now={now} old={false} />}
    />
  );
}
