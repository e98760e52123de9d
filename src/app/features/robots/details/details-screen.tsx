import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { Suspense, useState, useId } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useTicker } from '#app/platform/stream/stream-hooks.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { pairOf, pairsQuery } from '#app/features/pairs/queries.ts';
import { laterSheet } from '#app/features/shell/later-part.tsx';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { worthAt, type Worth } from '../live-robot.ts';
import { refreshRobots, robotQuery, useRefreshOnChange } from '../queries.ts';
import { ruleOf, stateLabels } from '../robot-labels.ts';
import { Actions } from './actions.tsx';
import css from './details.module.css';
import { Profit } from './profit.tsx';
import { RobotChart } from './robot-chart.tsx';
import { useFilledOrders, type Fills } from './use-fills.ts';
import { OrdersTab } from './orders-tab.tsx';
import { PerformanceTab } from './performance-tab.tsx';
import { Positions } from './positions.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { TradesTab } from './trades-tab.tsx';

const ChangeSheet = laterSheet(() => import('./change-sheet.tsx'), 'ChangeSheet');
const RedeemSheet = laterSheet(() => import('./redeem-sheet.tsx'), 'RedeemSheet');
const ShareSheet = laterSheet(() => import('./share-sheet.tsx'), 'ShareSheet');
const OrderSheet = laterSheet(() => import('./order-sheet.tsx'), 'OrderSheet');

type Detail = CallOutput<'GET quant/order/detail'>;

/** One own robot: what it made and of what, its orders on the chart, its trades, and what can be done with it. */
export function DetailsScreen({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  useRefreshOnChange(id);
  const detail = useQuery(robotQuery(id));
  const { data } = detail;
  const frame = {
    onRefresh: () => refreshRobots(client),
    updating: detail.isFetching && data !== undefined && !detail.isRefetching,
  };
  if (data !== undefined) return <Robot key={id} detail={data} answeredAt={detail.dataUpdatedAt} {...frame} />;
  return (
    <Page title={t`Robot`} {...frame}>
      <NotLoaded query={detail} title={<Trans>This robot did not load</Trans>} coins>
        <ScreenSkeleton blocks={[[120, 14], [180, 32], 300, 44, 160]} />
      </NotLoaded>
    </Page>
  );
}

interface RobotProps {
  readonly detail: Detail;
  readonly answeredAt: number;
  readonly onRefresh: () => Promise<unknown>;
  readonly updating: boolean;
}

/** What lies over the details. */
type Layer = 'change' | 'redeem' | 'share';

function Robot({ detail, answeredAt, ...frame }: RobotProps) {
  const { t, i18n } = useLingui();
  const { robot } = detail;
  const isReachable = useReachable();
  const last = useTicker(robot.endedAt === null ? robot.pair : null)?.last ?? null;
  const worth = worthAt(robot, isReachable ? last : null);
  const [layer, setLayer] = useState<Layer | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const trades = useFilledOrders(robot.id);
  const close = () => setLayer(null);
  const state = stateLabels[robot.state];
  return (
    <Page
      title={robot.name}
      actions={
        <IconButton
          icon={Share2}
          label={t`Share parameters`}
          aria-haspopup="dialog"
          onClick={() => setLayer('share')}
        />
      }
      bottom={
        robot.state === 'running' || robot.state === 'paused' ? (
          <Actions robot={robot} onChange={() => setLayer('change')} onRedeem={() => setLayer('redeem')} />
        ) : undefined
      }
      {...frame}
    >
      <div className={css['state']}>
        <Badge tone={state.tone}>{i18n._(state.name)}</Badge>
        <OfflineAge at={answeredAt} />
      </div>
      <Halted detail={detail} />
      <Profit robot={robot} worth={worth} now={detail.at} />
      <RobotChart detail={detail} trades={trades.list} onPick={setPicked} />
      <DetailTabs
        detail={detail}
        worth={worth}
        trades={trades}
        onPick={setPicked}
        onChange={() => setLayer('change')}
      />
      <Suspense>
        <ChangeSheet
          key={JSON.stringify([robot.name, robot.parameters, robot.bounds])}
          open={layer === 'change'}
          robot={robot}
          onClose={close}
        />
        <RedeemSheet open={layer === 'redeem'} robot={robot} worth={worth} onClose={close} />
        <ShareSheet open={layer === 'share'} robot={robot} onClose={close} />
        <OrderSheet
          id={picked}
          robot={robot}
          orders={detail.orders}
          trades={trades.list}
          onClose={() => setPicked(null)}
        />
      </Suspense>
    </Page>
  );
}

/** Why it rests although its owner did not pause it. */
function Halted({ detail: { robot } }: Pick<RobotProps, 'detail'>) {
  const { i18n, t } = useLingui();
  const pairs = useQuery(pairsQuery);
  const rule = ruleOf(robot);
  const ending = pairs.data?.list.find(
    ({ id, state }) => state === 'closing' && robot.coins.some((coin) => coin.pair === id),
  );
  if (robot.state !== 'stopped' && ending !== undefined) {
    const name = `${ending.base}/${ending.quote}`;
    return (
      <Banner tone="warn" inset>
        {t`${name} is being delisted. The robot ends by itself, and what it holds returns to your spot wallet.`}
      </Banner>
    );
  }
  if (robot.state === 'paused' && (robot.contract?.long ?? robot.contract?.short ?? null) !== null && rule === null) {
    return (
      <Banner tone="warn" inset>
        {t`Its positions stay open: they take their profit, and can be liquidated.`}
      </Banner>
    );
  }
  if (robot.state === 'running' || rule === null) return null;
  const pair = pairs.data === undefined ? null : pairOf(pairs.data, robot.pair);
  const name = pair === null ? robot.pair : `${pair.base}/${pair.quote}`;
  const why = i18n._(rule);
  return (
    <Banner tone="warn" inset>
      {robot.cause === 'halt'
        ? t`${name} was halted, so the robot’s orders were cancelled. Resume it when you want to.`
        : why}
    </Banner>
  );
}

interface DetailTabsProps {
  readonly detail: CallOutput<'GET quant/order/detail'>;
  readonly worth: Worth;
  readonly trades: Fills;
  readonly onPick: (id: string) => void;
  readonly onChange: () => void;
}

type Tab = 'trades' | 'orders' | 'positions' | 'performance' | 'settings';

/** Every trade, what waits in the book and is open, the value over time, and the parameters. */
function DetailTabs({ detail, worth, trades, onPick, onChange }: DetailTabsProps) {
  const { t } = useLingui();
  const group = useId();
  const [tab, setTab] = useState<Tab>('trades');
  const { robot, orders, positions } = detail;
  const { contract } = robot;
  const count = (label: string, number: number) => (number === 0 ? label : `${label} ${number}`);
  return (
    <>
      <Tabs<Tab>
        label={t`Robot`}
        group={group}
        items={[
          { id: 'trades', label: count(t`Trades`, robot.trades) },
          { id: 'orders', label: count(t`Orders`, orders.length) },
          ...(contract === null ? [] : [{ id: 'positions' as const, label: count(t`Positions`, positions.length) }]),
          { id: 'performance', label: t`Performance` },
          { id: 'settings', label: t`Settings` },
        ]}
        value={tab}
        onChange={setTab}
      />
      <TabPanel group={group} value={tab}>
        {tab === 'trades' && <TradesTab robot={robot} trades={trades} onPick={onPick} />}
        {tab === 'orders' && <OrdersTab robot={robot} orders={orders} onPick={onPick} />}
        {tab === 'positions' && contract !== null && <Positions {...{ robot, contract, positions }} />}
        {tab === 'performance' && <PerformanceTab detail={detail} worth={worth} />}
        {tab === 'settings' && <SettingsTab robot={robot} onChange={onChange} />}
      </TabPanel>
    </>
  );
}
