import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Robot } from '#protocol/robots/entities/robots.ts';
import { robotNameMax } from '#protocol/core/limits.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { SubmitFailure } from '#app/features/outcomes/submit-failure.tsx';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import { pairOf, pairsQuery } from '#app/features/pairs/queries.ts';
import { changeMutation } from '../mutations.ts';
import { BoundsFields } from '../parameters/bounds-fields.tsx';
import { parametersOf, type ParameterTexts, textsOf } from '../parameters/fields.ts';
import { ParameterForm } from '../parameters/parameter-form.tsx';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

const calls = ['PUT quant/create'] as const;
/** Digits of a price while the pairs are not known. */
const anyPlaces = 8;

interface ChangeSheetProps {
  readonly open: boolean;
  readonly robot: Robot;
  readonly onClose: () => void;
}

/** What the form says. */
interface Draft {
  readonly name: string;
  readonly texts: ParameterTexts;
  readonly stopLoss: string;
  readonly takeProfit: string;
}

function draftOf({ name, parameters, bounds }: Robot): Draft {
  return {
    name,
    texts: textsOf(parameters),
    stopLoss: bounds.stopLoss ?? '',
    takeProfit: bounds.takeProfit ?? '',
  };
}

/** Another name, other parameters or bounds: its orders are taken out and placed again. */
export function ChangeSheet({ open, robot, onClose }: ChangeSheetProps) {
  const { t } = useLingui();
  const isReachable = useReachable();
  const isPractice = usePracticeMode() === true;
  const [draft, setDraft] = useKeptState(`robot.${robot.id}`, () => draftOf(robot));
  const submit = useSubmit(calls, changeMutation(useQueryClient()));
  const failure = useFailureText(submit.error);
  const name = draft.name.trim();
  const parameters = parametersOf(robot.strategy, draft.texts);
  const send = () => {
    if (parameters === null) return;
    const bounds = { stopLoss: draft.stopLoss || null, takeProfit: draft.takeProfit || null };
    submit.send(
      { id: robot.id, name, parameters, bounds },
      {
        onSuccess: () => {
          toast.show({ type: 'success', title: t`${name} changed`, detail: t`Its orders were placed again.` });
          onClose();
        },
      },
    );
  };
  const obstacle = !isReachable
    ? t`No connection. Change it when you are back online.`
    : name === ''
      ? t`Give it a name.`
      : parameters === null
        ? t`Fill in every parameter.`
        : undefined;
  return (
    <ConfirmSheet
      open={open}
      onClose={() => {
        if (!submit.waiting) onClose();
      }}
      title={t`Change the robot`}
      failure={<SubmitFailure held={submit.held} failure={failure} />}
      send={{
        busy: submit.busy,
        disabledReason: submit.busy ? undefined : obstacle,
        label: isPractice ? t`Save changes (practice)` : t`Save changes`,
        detail:
          robot.contract === null
            ? t`Open orders are cancelled and placed again`
            : t`Other parameters close its positions at the market`,
      }}
      onSend={send}
    >
      <Fields
        robot={robot}
        draft={draft}
        onDraft={(next) => {
          submit.reset();
          setDraft(next);
        }}
      />
    </ConfirmSheet>
  );
}

interface FieldsProps {
  readonly robot: Robot;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

function Fields({ robot, draft, onDraft }: FieldsProps) {
  const { t } = useLingui();
  const pairs = useQuery(pairsQuery);
  const places = (pairs.data === undefined ? null : pairOf(pairs.data, robot.pair))?.priceDecimals ?? anyPlaces;
  const { quote } = robot;
  const isOnContract = robot.contract !== null;
  return (
    <Stack inset gap={3}>
      <TextField
        kind="text"
        label={t`Name`}
        value={draft.name}
        limit={robotNameMax}
        onChange={(name) => onDraft({ ...draft, name })}
      />
      <ParameterForm
        strategy={robot.strategy}
        texts={draft.texts}
        onChange={(texts) => onDraft({ ...draft, texts })}
        quote={quote}
        priceDecimals={places}
      />
      {robot.coins.length === 1 && (
        <BoundsFields
          bounds={draft}
          onChange={(next) => onDraft({ ...draft, ...next })}
          {...{ quote, places, isOnContract }}
        />
      )}
    </Stack>
  );
}
