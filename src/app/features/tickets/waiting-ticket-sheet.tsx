import { Trans, useLingui } from '@lingui/react/macro';
import { forgetWaiting, retryWaiting } from '#app/platform/offline/outbox.ts';
import { type WaitingWrite } from '#app/platform/offline/outbox-store.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { savedOrReported } from './save-failure.ts';
import { Pictures } from './pictures.tsx';
import css from './tickets.module.css';
import { useRefusalMessage } from './waiting-labels.ts';

interface WaitingTicketSheetProps {
  readonly order: WaitingWrite<'work-order'> | null;
  readonly onClose: () => void;
}

/** A ticket that is not sent yet, with what can be done about it. */
export function WaitingTicketSheet({ order, onClose }: WaitingTicketSheetProps) {
  return (
    <Sheet open={order !== null} onClose={onClose} title={<Trans>Not sent yet</Trans>}>
      {order !== null && <WaitingTicket order={order} onDone={onClose} />}
    </Sheet>
  );
}

function WaitingTicket({ order, onDone }: { order: WaitingWrite<'work-order'>; onDone: () => void }) {
  const { t } = useLingui();
  const { title, description, images } = order.input;
  const refused = useRefusalMessage(order.refused);
  const remove = async () => {
    const sure = await confirm({
      title: t`Delete this ticket?`,
      text: t`It was not sent. Its text and images are removed from this device.`,
      confirmLabel: t`Delete`,
      kind: 'danger',
    });
    if (!sure) return;
    onDone();
    await savedOrReported(() => forgetWaiting(order.id), t`It was not deleted`);
  };
  const again = async () => {
    onDone();
    await savedOrReported(() => retryWaiting(order.id), t`It was not sent again`);
  };
  return (
    <Stack gap={3} inset>
      {order.refused === null ? (
        <p className={css['quiet']}>
          <Trans>It is saved on this device and sent once, as soon as there is a connection.</Trans>
        </p>
      ) : (
        <Banner inset tone="danger">
          {refused ?? t`It was not accepted.`}
        </Banner>
      )}
      <p className={css['title']} dir="auto">
        {title}
      </p>
      <p className={css['text']} dir="auto">
        {description}
      </p>
      <Pictures pictures={images.map((key) => ({ key }))} />
      {order.refused !== null && (
        <Button kind="primary" onClick={() => void again()}>
          <Trans>Send again</Trans>
        </Button>
      )}
      <Button kind="outline" onClick={() => void remove()}>
        <Trans>Delete</Trans>
      </Button>
    </Stack>
  );
}
