import { Form } from '#app/ui/forms/Form.tsx';
import { listingDraft } from '../draft.ts';
import { useIsListed } from '../queries.ts';
import { lastStep, reached, stepAfter, type StepNumber } from '../steps.ts';
import { CheckStep } from './check-step.tsx';
import { CoinStep } from './coin-step.tsx';
import { DocumentsStep } from './documents-step.tsx';
import { FormFrame } from './form-frame.tsx';
import { LinksStep } from './links-step.tsx';
import { StepButtons, stepFormId, useGoToStep } from './step-buttons.tsx';
import { SupplyStep } from './supply-step.tsx';
import type { Documents } from './use-documents.ts';
import { useStep } from './use-step.ts';

interface FormScreenProps {
  readonly wanted: StepNumber;
  readonly documents: Documents;
}

/** Applies for a coin to be listed, in five steps of which only the last one sends. */
export function FormScreen({ wanted, documents }: FormScreenProps) {
  const { texts } = listingDraft.use();
  const step = reached(wanted, texts, useIsListed());
  if (step === lastStep) return <CheckStep documents={documents} />;
  return <FieldsStep key={step} step={step} documents={documents} />;
}

function FieldsStep({ step, documents }: { step: StepNumber; documents: Documents }) {
  const goTo = useGoToStep();
  const fields = useStep(step, () => goTo(stepAfter(step) ?? lastStep));
  const { submit, form } = fields;
  return (
    <FormFrame step={step} bottom={<StepButtons step={step} />} onThrownAway={documents.clear}>
      <Form
        id={stepFormId}
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {step === 1 && <CoinStep fields={fields} />}
        {step === 2 && <SupplyStep fields={fields} />}
        {step === 3 && <LinksStep fields={fields} />}
        {step === 4 && <DocumentsStep fields={fields} documents={documents} />}
      </Form>
    </FormFrame>
  );
}
