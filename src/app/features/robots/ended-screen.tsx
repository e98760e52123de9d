import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Page } from '../../ui/layout/Page.tsx';
import { SkeletonRow } from '../../ui/layout/Skeleton.tsx';
import { LoadError } from '../loading/load-error.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { NoRobots, RobotList } from './own-robots.tsx';
import { refreshRobots, robotsQuery } from './queries.ts';

/** Own robots that ended, newest first, with what each of them made. */
export function EndedScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const pages = useInfiniteQuery(robotsQuery('ended'));
  const list = pages.data?.pages.flatMap((page) => page.list);
  return (
    <Page
      tabBar
      title={t`Ended robots`}
      onRefresh={() => refreshRobots(client)}
      updating={pages.isFetching && list !== undefined}
    >
      <OfflineAge at={pages.dataUpdatedAt} />
      {list === undefined && pages.isError && (
        <LoadError query={pages} title={<Trans>Your robots did not load</Trans>} coins />
      )}
      {list === undefined && !pages.isError && <SkeletonRow count={4} height={60} />}
      {list?.length === 0 && <NoRobots show="ended" />}
      {list !== undefined && list.length > 0 && (
        <RobotList label={t`Ended robots`} pages={pages} list={list} lastOf={() => null} old={false} />
      )}
    </Page>
  );
}
