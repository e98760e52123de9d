import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Robot, robotNameMax } from '../../../../protocol/entities/quant/robot.ts';
import { useFailureText } from '../../../platform/api/refusal-text.ts';
import { useReachable } from '../../../platform/offline/reachability.ts';
import { usePracticeMode } from '../../../platform/session/launch-config.ts';
import { NumberField } from '../../../ui/controls/NumberField.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { ConfirmSheet } from '../../../ui/overlays/ConfirmSheet.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { SubmitFailure } from '../../outcomes/submit-failure.tsx';
import { useSubmit } from '../../outcomes/use-submit.ts';
import { pairOf, pairsQuery } from '../../pairs/queries.ts';
import { changeMutation } from '../mutations.ts';
import { parametersOf, textsOf } from '../parameters/fields.ts';
import { ParameterForm } from '../parameters/parameter-form.tsx';
import css from './change-sheet.module.css';

const calls = ['PUT quant/create'] as const;
/** Digits of a price while the pairs are not known. */
const anyPlaces = 8;

export interface ChangeSheetProps {
  readonly open: boolean;
  readonly robot: Robot;
  readonly onClose: () => void;
}

/** Another name, other parameters or bounds: its orders are taken out and placed anew. */
export function ChangeSheet({ open, robot, onClose }: ChangeSheetProps) {
  const { t } = useLingui();
  const isReachable = useReachable();
  const isPractice = usePracticeMode() === true;
  const pairs = useQuery(pairsQuery);
  const [name, setName] = useState(robot.name);
  const [texts, setTexts] = useState(() => textsOf(robot.parameters));
  const [bounds, setBounds] = useState({
    stopLoss: robot.bounds.stopLoss ?? '',
    takeProfit: robot.bounds.takeProfit ?? '',
  });
  const submit = useSubmit(calls, changeMutation(useQueryClient()));
  const failure = useFailureText(submit.error);
  const places = (pairs.data === undefined ? null : pairOf(pairs.data, robot.pair))?.priceDecimals ?? anyPlaces;
  const parameters = parametersOf(robot.strategy, texts);
  const edit = () => submit.reset();
  const close = () => {
    if (!submit.waiting) onClose();
  };
  const send = () => {
    if (parameters === null) return;
    const input = {
      id: robot.id,
      name: name.trim(),
      parameters,
      bounds: { stopLoss: bounds.stopLoss || null, takeProfit: bounds.takeProfit || null },
    };
    submit.send(input, {
      onSuccess: () => {
        toast.show({ type: 'success', title: t`${input.name} changed`, detail: t`Its orders were placed anew.` });
        onClose();
      },
    });
  };
  const obstacle = !isReachable
    ? t`No connection. Change it when you are back online.`
    : name.trim() === ''
      ? t`Give it a name.`
      : parameters === null
        ? t`Fill in every parameter.`
        : undefined;
  return (
    <ConfirmSheet
      open={open}
      onClose={close}
      title={t`Change the robot`}
      failure={<SubmitFailure held={submit.held} failure={failure} />}
      send={{
        busy: submit.busy,
        disabledReason: submit.busy ? undefined : obstacle,
        label: isPractice ? t`Save changes (practice)` : t`Save changes`,
        detail: t`Its orders are taken out and placed anew`,
      }}
      onSend={send}
    >
      <Stack inset gap={3}>
        <TextField
          label={t`Name`}
          value={name}
          maxLength={robotNameMax}
          onChange={(value) => (edit(), setName(value))}
        />
        <ParameterForm
          strategy={robot.strategy}
          texts={texts}
          onChange={(next) => (edit(), setTexts(next))}
          quote={robot.quote}
          priceDecimals={places}
        />
        <p className={css['bounds']}>{t`Bounds, empty for none`}</p>
        {(['stopLoss', 'takeProfit'] as const).map((bound) => (
          <NumberField
            key={bound}
            label={bound === 'stopLoss' ? t`Stop-loss (${robot.quote})` : t`Take-profit (${robot.quote})`}
            hint={
              bound === 'stopLoss'
                ? t`At or below it, all is sold and the robot ends.`
                : t`At or above it, all is sold and the robot ends.`
            }
            value={bounds[bound]}
            onChange={(value) => (edit(), setBounds({ ...bounds, [bound]: value }))}
            places={places}
          />
        ))}
      </Stack>
    </ConfirmSheet>
  );
}
