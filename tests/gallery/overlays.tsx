import { useState } from 'react';
import { Button } from '#app/ui/controls/Button.tsx';
import { CheckBox } from '#app/ui/controls/CheckBox.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { Card, Stack } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { toast } from '#app/ui/overlays/toast.ts';

const coins = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'LINK', 'TON', 'PEPE', 'ADA', 'TRX', 'DOT', 'LTC'];

function OrderSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Confirm buy"
      footer={
        <Button
          kind="buy"
          size="l"
          detail="for 2,834.16 USDT"
          onClick={() =>
            toast.show({
              type: 'success',
              title: 'Buy order placed',
              detail: '0.0420 BTC at 67,480.0 USDT',
              action: { label: 'View', onAction: onClose },
            })
          }
        >
          Buy 0.0420 BTC
        </Button>
      }
    >
      <Stack inset>
        <div style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
          <CoinIcon symbol="BTC" /> 0.0420 BTC
        </div>
        <Card bare>
          <KeyValue
            roomy
            items={[
              { key: 'Price', value: '67,480.0 USDT' },
              { key: 'Total', value: '2,834.16 USDT' },
              { key: 'Stays open', value: 'Until cancelled' },
            ]}
          />
        </Card>
        <CheckBox checked={false} onChange={() => {}}>
          Skip this step for limit orders
        </CheckBox>
      </Stack>
    </Sheet>
  );
}

const ask = () =>
  void confirm({
    title: 'Delete this address?',
    text: 'You can add it again later with a code.',
    confirmLabel: 'Delete address',
    kind: 'danger',
  });

/** Sheets, dialogs and toasts. */
export function OverlaysPage() {
  const [open, setOpen] = useState(false);
  const [coin, setCoin] = useState<string | null>('BTC');
  return (
    <Page title="Overlays">
      <Stack>
        <Button onClick={() => setOpen(true)}>Open sheet</Button>
        <Button onClick={ask}>Ask</Button>
        <Button
          onClick={() =>
            toast.show({ type: 'error', title: 'Order not placed', detail: 'The price is outside of the band.' })
          }
        >
          Fail
        </Button>
        <PickerField
          label="Coin"
          value={coin}
          onChange={setCoin}
          options={coins.map((value) => ({
            value,
            label: value,
            detail: 'Spot',
            leading: <CoinIcon symbol={value} />,
          }))}
        />
      </Stack>
      <OrderSheet open={open} onClose={() => setOpen(false)} />
    </Page>
  );
}
