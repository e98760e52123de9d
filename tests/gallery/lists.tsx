import { Bot, ChartCandlestick, House, Layers, ReceiptText, Settings, Timer, Wallet } from 'lucide-react';
import { useState } from 'react';
import { Badge, Tag } from '#app/ui/lists/Badge.tsx';
import { ChangePill, ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { Avatar, CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { DepthHead, DepthRow, Ratio } from '#app/ui/lists/DepthRow.tsx';
import { Disclosure } from '#app/ui/layout/Disclosure.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { PriceText } from '#app/ui/numbers/PriceText.tsx';
import { HiddenAmount, Progress } from '#app/ui/layout/Progress.tsx';
import { AllocationRing, CountdownRing } from '#app/ui/numbers/Rings.tsx';
import { Card, Section, Stack, TextLink } from '#app/ui/layout/Section.tsx';
import { Sparkline } from '#app/ui/numbers/Sparkline.tsx';
import { TabBar } from '#app/ui/layout/TabBar.tsx';

const line = [3, 4, 3.6, 5, 4.2, 6, 7.5, 7, 8.4, 8, 9];

function Market() {
  return (
    <Section title="Watchlist" action={<TextLink>Edit</TextLink>}>
      {(['BTC', 'ETH', 'TON', 'PEPE'] as const).map((symbol, index) => {
        const direction = index % 2 === 0 ? 1 : -1;
        return (
          <ListRow
            key={symbol}
            href="#x"
            height={60}
            chevron={false}
            leading={<CoinIcon symbol={symbol} />}
            title={symbol}
            sub="Vol 1.2 B"
            middle={<Sparkline values={direction === 1 ? line : line.toReversed()} direction={direction} />}
            value={<PriceText text="67,482.50" />}
            valueSub="$67,482.50"
            trailing={<ChangePill direction={direction}>{direction === 1 ? '+2.14%' : '\u22123.07%'}</ChangePill>}
          />
        );
      })}
    </Section>
  );
}

function Wallets() {
  return (
    <Section band>
      <Card>
        <div style={{ display: 'flex', gap: 24, flexWrap: 'wrap', alignItems: 'center' }}>
          <AllocationRing slices={[0.61, 0.17, 0.14, 0.05, 0.03].map((share, index) => ({ id: String(index), share }))}>
            <PriceText text="61.1%" size="l" />
            <small>Spot</small>
          </AllocationRing>
          <CountdownRing share={0.7}>
            <PriceText text="01:42" size="l" />
            <small>Closes</small>
          </CountdownRing>
          <CountdownRing share={0.1} closing size={84}>
            00:09
          </CountdownRing>
        </div>
      </Card>
      <ListRow
        href="#x"
        leading={<IconTile icon={Layers} />}
        title="Contracts"
        sub="1 open position"
        value="8,214.75"
        valueSub={<ChangeText direction={1}>+75.61</ChangeText>}
      />
      <ListRow
        href="#x"
        leading={<IconTile icon={Bot} tone="accent" />}
        title="Quant"
        sub="2 bots running"
        value={<HiddenAmount />}
        valueSub={<HiddenAmount />}
      />
      <ListRow
        leading={<Avatar name="Minh Trading" />}
        title="Minh Trading with a very long name that goes on"
        sub="1,842 orders · 99.2% completed"
        trailing={<Badge tone="accent">Verified</Badge>}
      />
      <ListRow href="#x" light title="Language" value="English" />
      <Stack>
        <Progress label="Filled" share={0.4} tone="up" />
        <KeyValue
          items={[
            { key: 'Available', value: '11,340.62' },
            { key: 'Fee 0.1%', value: '0.000042 BTC' },
          ]}
        />
        <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
          <Badge tone="up">Long</Badge>
          <Badge tone="down">Short</Badge>
          <Badge tone="warn">Wallet</Badge>
          <Badge tone="accent">New</Badge>
          <Badge>Perp</Badge>
          <Badge tone="practice">Practice</Badge>
          <Badge tone="danger">Failed</Badge>
          <Tag>TRC20</Tag>
        </div>
      </Stack>
    </Section>
  );
}

function Book() {
  const rows = [0.3, 0.45, 0.6, 0.8, 1];
  return (
    <Section title="Book" band>
      <Stack gap={1}>
        <div style={{ width: 200 }}>
          <DepthHead
            left={
              <>
                Price
                <br />
                USDT
              </>
            }
            right={
              <>
                Amount
                <br />
                BTC
              </>
            }
          />
          {rows.toReversed().map((depth) => (
            <DepthRow
              key={depth}
              side="ask"
              price="67,485.0"
              amount="0.0225"
              depth={depth}
              onPick={() => {}}
              pickLabel="Use price"
              mine={depth === 0.6}
            />
          ))}
          <PriceText text="67,482.5" size="l" direction={1} coloured />
          {rows.map((depth) => (
            <DepthRow key={depth} side="bid" price="67,481.0" amount="1.0225" depth={depth} onPick={() => {}} />
          ))}
          <DepthRow side="bid" price="67,480.0" amount="1.0225" depth={0.8} stale />
          <Ratio share={0.54} left="54%" right="46%" label="54% bids, 46% asks" />
        </div>
      </Stack>
      <Disclosure title="What does the fee pay for?">It pays for the matching, and for keeping the books.</Disclosure>
      <Disclosure title="When do deposits arrive?" open>
        After one confirmation.
      </Disclosure>
    </Section>
  );
}

/** Rows, prices, rings and the book. */
export function ListsPage() {
  const [current] = useState('assets');
  return (
    <>
      <Page
        root
        title="Assets"
        actions={
          <>
            <IconButton icon={ReceiptText} label="History" dot />
            <IconButton icon={Settings} label="Settings" />
          </>
        }
        onRefresh={() => new Promise((resolve) => setTimeout(resolve, 1000))}
      >
        <Market />
        <Wallets />
        <Book />
      </Page>
      <TabBar
        label="Main"
        current={current}
        items={[
          { id: 'home', label: 'Home', icon: House, href: '#home' },
          { id: 'market', label: 'Market', icon: ChartCandlestick, href: '#market', dot: true, newLabel: 'new' },
          { id: 'options', label: 'Options', icon: Timer, href: '#options' },
          { id: 'quant', label: 'Quant', icon: Bot, href: '#quant' },
          { id: 'assets', label: 'Assets', icon: Wallet, href: '#assets' },
        ]}
      />
    </>
  );
}
