import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { Steps } from '#app/ui/layout/Steps.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { checksQuery } from '#app/features/passkeys/queries.ts';
import { ensureFreshProof } from '#app/features/security/proof/fresh-proof.ts';
import { AnswerDay } from '../answer-day.tsx';
import { applicationFacts } from '../application-facts.tsx';
import { type ListingFields, listingDraft } from '../draft.ts';
import css from '../listing.module.css';
import { SupplyPicture } from '../supply-picture.tsx';
import { stepFields, bareAddress } from '../steps.ts';
import { FormFrame } from './form-frame.tsx';
import { useGoToStep, WithBack } from './step-buttons.tsx';
import type { Documents } from './use-documents.ts';
import { applyMutation } from '../mutations.ts';
import { isOpen, useApplications } from '../queries.ts';

/** The last step: everything once more, who one is, and the button that sends. */
export function CheckStep({ documents }: { documents: Documents }) {
  const { t } = useLingui();
  const { texts } = listingDraft.use();
  const sending = useSending(documents);
  const failure = useFailureText(sending.error);
  const pair = `${texts.symbol}/USDT`;
  return (
    <FormFrame step={5} bottom={<SendButton sending={sending} documents={documents} />} onThrownAway={documents.clear}>
      <div className={css['stack']}>
        <Summary draft={texts} documents={documents} />
        <Proof />
        <section className={css['picture']}>
          <h3>
            <Trans>What it leads to</Trans>
          </h3>
          <Steps
            label={t`What it leads to`}
            steps={[
              { id: 'sent', label: t`You send the application`, detail: t`It costs nothing.`, state: 'now' },
              { id: 'review', label: t`We review it, and may ask you`, detail: <AnswerDay />, state: 'ahead' },
              { id: 'listed', label: t`${pair} opens for trading`, state: 'ahead' },
            ]}
          />
        </section>
        {sending.isUnanswered ? (
          <Banner tone="warn" inset live>
            <Trans>No answer came. It may have arrived: check before you do anything else.</Trans>
          </Banner>
        ) : sending.isMissing ? (
          <Banner tone="info" inset live>
            <Trans>It did not arrive. You can send it again.</Trans>
          </Banner>
        ) : (
          <FailureBanner text={failure} />
        )}
      </div>
    </FormFrame>
  );
}

function Summary({ draft, documents }: { draft: ListingFields; documents: Documents }) {
  const { t, i18n } = useLingui();
  const goTo = useGoToStep();
  const count = documents.ids.length;
  return ([1, 2, 3, 4] as const).map((step) => (
    <section key={step} className={css['part']}>
      <FactsCard
        items={
          step === 4
            ? [
                {
                  id: 'documents',
                  key: t`Documents`,
                  value: <Plural value={count} _0="None" one="# picture" other="# pictures" />,
                },
              ]
            : applicationFacts(draft, stepFields[step], i18n)
        }
      />
      {step === 2 && <SupplyPicture supply={draft} />}
      <div className={css['edit']}>
        <TextLink onClick={() => goTo(step)}>
          {step === 1 ? (
            <Trans>Edit the coin</Trans>
          ) : step === 2 ? (
            <Trans>Edit the supply</Trans>
          ) : step === 3 ? (
            <Trans>Edit the links</Trans>
          ) : (
            <Trans>Edit the documents</Trans>
          )}
        </TextLink>
      </div>
    </section>
  ));
}

/** The code, password or passkey that says who sends: asked for here, or at the latest when it is sent. */
function Proof() {
  const { t } = useLingui();
  const { data, refetch } = useQuery({ ...checksQuery, staleTime: 0, meta: { quiet: true } });
  if (data === undefined) return null;
  const prove = async () => {
    await ensureFreshProof('listing').catch(() => undefined);
    await refetch();
  };
  const icon = <IconTile icon={ShieldCheck} tone="accent" />;
  return (
    <div className={css['row']}>
      {data.prove === null ? (
        <ListRow leading={icon} title={t`Verification`} sub={t`Nothing more is needed from you.`} />
      ) : (
        <ListRow
          leading={icon}
          title={t`Verification`}
          sub={t`Confirm that it is you before it is sent.`}
          aria-haspopup="dialog"
          onClick={() => void prove()}
        />
      )}
    </div>
  );
}

interface SendButtonProps {
  readonly sending: Sending;
  readonly documents: Documents;
}

/** Sends the application; after a lost answer it asks what became of it. */
function SendButton({ sending, documents }: SendButtonProps) {
  const { t } = useLingui();
  const reason = useReason(sending, documents);
  const practice = usePracticeMode() === true;
  return (
    <WithBack step={5}>
      <Button
        kind="primary"
        size="l"
        busy={sending.isBusy}
        busyLabel={sending.isUnanswered ? t`Checking…` : t`Sending…`}
        disabledReason={reason}
        onClick={sending.isUnanswered ? sending.check : sending.send}
      >
        <OneLine>
          {sending.isUnanswered ? (
            <Trans>Check what happened</Trans>
          ) : practice ? (
            <Trans>Send for review (practice)</Trans>
          ) : (
            <Trans>Send for review</Trans>
          )}
        </OneLine>
      </Button>
    </WithBack>
  );
}

/** Why nothing can be sent now. */
function useReason({ open, isUnanswered }: Sending, { waiting, failed }: Documents): string | undefined {
  const { t } = useLingui();
  const reachable = useReachable();
  if (!reachable) return t`No connection. Your draft stays on this phone.`;
  if (isUnanswered) return undefined;
  if (open !== null) {
    const coin = open.symbol;
    return t`One application at a time: ${coin} is not decided yet.`;
  }
  if (waiting > 0) return t`Wait until the pictures are sent.`;
  return failed > 0 ? t`A picture did not go through. Send it again or remove it.` : undefined;
}

/** Sends the draft once; after a lost answer, looks whether it arrived before it can be sent again. */
function useSending(documents: Documents) {
  const navigate = useNavigate();
  const { texts } = listingDraft.use();
  const { query, list } = useApplications();
  const apply = useMutation(applyMutation(useQueryClient()));
  const isSending = useRef(false);
  const [isMissing, setMissing] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const { unanswered, ...fields } = texts;

  const done = (id: string) => {
    void navigate({ to: '/pages/Apply/Apply', search: { id }, replace: true });
    listingDraft.clear();
    documents.clear();
  };
  const send = () => {
    if (isSending.current) return;
    isSending.current = true;
    setMissing(false);
    const trimmed = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.trim()]));
    const input = { ...(trimmed as typeof fields), documents: [...documents.ids] };
    for (const name of ['site', 'explorer', 'whitepaper'] as const) input[name] = bareAddress(input[name]);
    apply.mutate(input, {
      onSuccess: ({ id }) => done(id),
      onSettled: () => {
        isSending.current = false;
      },
    });
  };
  const check = async () => {
    setChecking(true);
    const { data, isError } = await query.refetch();
    setChecking(false);
    if (isError) return;
    const newest = data?.pages[0]?.list[0];
    if (newest?.symbol === unanswered && newest.state !== 'refused') {
      done(newest.id);
      return;
    }
    listingDraft.change({ unanswered: '' });
    apply.reset();
    setMissing(true);
  };
  return {
    send,
    check: () => void check(),
    isBusy: apply.isPending || isChecking,
    isUnanswered: unanswered !== '',
    isMissing,
    error: apply.error,
    /** The application that has to be decided before another one is sent. */
    open: unanswered === '' && !apply.isPending ? (list?.find(isOpen) ?? null) : null,
  };
}

type Sending = ReturnType<typeof useSending>;
