import { Fingerprint, Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/ui/controls/Button.tsx';
import { CheckBox, Switch } from '#app/ui/controls/CheckBox.tsx';
import { Chip, ChipRow, Chips } from '#app/ui/controls/Chips.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { NumberSeparatorsProvider } from '#app/ui/numbers/number-marks.tsx';
import { OtpField } from '#app/ui/controls/OtpField.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { Section, Stack, TextLink } from '#app/ui/layout/Section.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { Slider } from '#app/ui/controls/Slider.tsx';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';

const kinds = ['primary', 'buy', 'sell', 'second', 'outline', 'text', 'danger'] as const;

function Buttons() {
  return (
    <Section title="Buttons">
      <Stack>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind}>
            {kind}
          </Button>
        ))}
        <Button kind="buy" size="l" detail="Returns 79.64 USDT">
          Up
        </Button>
        <Button kind="primary" busy busyLabel="Sending…">
          Withdraw
        </Button>
        <Button kind="outline" icon={<Icon of={Fingerprint} />}>
          Use a passkey
        </Button>
        <Button disabledReason="Withdrawals unlock 24 h after a password change: 09:14 tomorrow">Withdraw</Button>
        <span>
          <Button size="s">Cancel</Button> <TextLink href="#x">Forgot password?</TextLink>
        </span>
      </Stack>
    </Section>
  );
}

function Fields() {
  const [text, setText] = useState('mai.tran@example.com');
  const [password, setPassword] = useState('secret-words');
  const [price, setPrice] = useState('67480.0');
  const [amount, setAmount] = useState('0.4200');
  const [share, setShare] = useState(25);
  const [coin, setCoin] = useState<string | null>('limit');
  const [code, setCode] = useState('123');
  return (
    <Section title="Fields" band>
      <Stack>
        <TextField
          kind="email"
          label="Email"
          type="email"
          value={text}
          onChange={setText}
          hint="We send a code here."
        />
        <TextField kind="password" label="Password" type="password" value={password} onChange={setPassword} />
        <TextField
          kind="text"
          label="Search"
          hideLabel
          placeholder="Search coin, pair or contract"
          type="search"
          value=""
          onChange={() => {}}
          leading={<Icon of={Search} />}
        />
        <TextField kind="text" label="Message" rows={3} value="Where is my deposit?" onChange={() => {}} />
        <NumberField label="Price (USDT)" value={price} onChange={setPrice} places={1} step="0.1" />
        <NumberSeparatorsProvider separators={{ point: ',', group: '.' }}>
          <NumberField label="Giá (USDT)" value={price} onChange={setPrice} places={1} step="0.1" />
        </NumberSeparatorsProvider>
        <NumberField
          label="Amount (BTC)"
          value={amount}
          onChange={setAmount}
          places={4}
          error="You can buy up to 0.1680 BTC."
          trailing={<TextLink>Max</TextLink>}
        />
        <Slider label="Share of balance" value={share} onChange={setShare} />
        <PickerField
          label="Order type"
          value={coin}
          onChange={setCoin}
          options={[
            { value: 'limit', label: 'Limit', detail: 'At your price or better' },
            { value: 'market', label: 'Market', detail: 'At the best price there is' },
          ]}
        />
        <PickerField
          label="Network"
          hideLabel
          placeholder="Choose a network"
          value={null}
          onChange={setCoin}
          options={[]}
          error="Choose a network."
        />
        <OtpField label="Code from your email" value={code} onChange={setCode} />
        <CheckBox checked onChange={() => {}}>
          Skip this step for limit orders
        </CheckBox>
        <CheckBox checked={false} onChange={() => {}}>
          Take profit / stop loss
        </CheckBox>
      </Stack>
      <ListRow
        light
        title="Hide small amounts"
        trailing={<Switch label="Hide small amounts" checked onChange={() => {}} />}
      />
      <ListRow light title="Vibrate" trailing={<Switch label="Vibrate" checked={false} onChange={() => {}} />} />
    </Section>
  );
}

function Choices() {
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [way, setWay] = useState<'email' | 'phone'>('email');
  const [tab, setTab] = useState<'open' | 'held' | 'past'>('open');
  const [time, setTime] = useState<string | null>('15m');
  return (
    <Section title="Choices" band>
      <Stack>
        <Segmented
          label="Side"
          kind="side"
          value={side}
          onChange={setSide}
          items={[
            { id: 'buy', label: 'Buy' },
            { id: 'sell', label: 'Sell' },
          ]}
        />
        <Segmented
          label="Way"
          value={way}
          onChange={setWay}
          items={[
            { id: 'email', label: 'Email' },
            { id: 'phone', label: 'Phone' },
          ]}
        />
      </Stack>
      <Tabs
        label="Orders"
        group="orders"
        value={tab}
        onChange={setTab}
        items={[
          { id: 'open', label: 'Open orders', count: 2 },
          { id: 'held', label: 'Holdings' },
          { id: 'past', label: 'History' },
        ]}
      />
      <TabPanel group="orders" value={tab}>
        <Chips
          label="Interval"
          value={time}
          onChange={setTime}
          items={['1m', '5m', '15m', '1h', '4h', '1d', '1w', '1M', '3M', '1y'].map((id) => ({ id, label: id }))}
        />
      </TabPanel>
      <ChipRow label="Recent">
        <Chip onClick={() => {}}>BTC/USDT</Chip>
        <Chip pressed onClick={() => {}}>
          Verified only
        </Chip>
      </ChipRow>
    </Section>
  );
}

/** Buttons, fields and choices. */
export function ControlsPage() {
  return (
    <Page title="Controls with a rather long title" bottom={<Button kind="primary">Withdraw 1,000 USDT</Button>}>
      <Choices />
      <Fields />
      <Buttons />
    </Page>
  );
}
