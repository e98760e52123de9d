import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ListingApplication } from '#protocol/listing-applications/entities.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { pairOf, pairsQuery } from '#app/features/pairs/queries.ts';
import { fieldsOf, isStarted, listingDraft } from '../draft.ts';
import { questionFormId } from './question-form.tsx';
import { useIsAnswering } from './use-answering.ts';

const renewMs = 2_000;

/** What one can do about an application now: answer, trade, apply again; nothing while it is under review. */
export function ApplicationAction({ application }: { application: ListingApplication }) {
  if (application.state === 'question') return <AnswerButton id={application.id} />;
  if (application.state === 'listed' && application.pair !== null) return <TradeButton pair={application.pair} />;
  return application.state === 'refused' ? <AgainButton application={application} /> : <BackButton />;
}

function AnswerButton({ id }: { id: string }) {
  const { t } = useLingui();
  const reachable = useReachable();
  return (
    <SubmitButton
      form={questionFormId}
      busy={useIsAnswering(id)}
      busyLabel={t`Sending…`}
      disabledReason={reachable ? undefined : t`No connection. What you entered stays on this phone.`}
    >
      <Trans>Send the answer</Trans>
    </SubmitButton>
  );
}

/** Leads to the pair, once this device knows it. */
function TradeButton({ pair }: { pair: string }) {
  const { t } = useLingui();
  const practice = usePracticeMode() === true;
  const known = useQuery({
    ...pairsQuery,
    refetchInterval: ({ state }) => (state.data !== undefined && pairOf(state.data, pair) === null ? renewMs : false),
  });
  const isKnown = known.data !== undefined && pairOf(known.data, pair) !== null;
  return (
    <Button
      kind="primary"
      size="l"
      href={`#/pages/trade/trade?pair=${pair}`}
      disabledReason={isKnown ? undefined : t`The pair is being opened.`}
    >
      {practice ? <Trans>Trade {pair} (practice)</Trans> : <Trans>Trade {pair}</Trans>}
    </Button>
  );
}

/** Begins a new application with what this one said. */
function AgainButton({ application }: { application: ListingApplication }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const again = async () => {
    const isMeant =
      !isStarted(listingDraft.get().texts) ||
      (await confirm({
        title: t`Replace the draft?`,
        text: t`There is a draft on this phone. It is replaced by what this application said.`,
        confirmLabel: t`Replace`,
      }));
    if (!isMeant) return;
    listingDraft.change({ ...fieldsOf(application), unanswered: '' });
    void navigate({ to: '/pages/Apply/Apply', search: { step: '1' } });
  };
  return (
    <Button kind="primary" size="l" onClick={() => void again()}>
      <Trans>Apply again with these details</Trans>
    </Button>
  );
}

function BackButton() {
  return (
    <Button size="l" href="#/pages/Apply/Apply">
      <Trans>Your applications</Trans>
    </Button>
  );
}
