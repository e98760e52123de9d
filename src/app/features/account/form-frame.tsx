import type { FormEvent, ReactNode, RefObject } from 'react';
import { Form } from '#app/ui/forms/Form.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { Banner, type BannerProps } from '#app/ui/layout/Banner.tsx';

export interface FormFrameProps {
  /** Where the first wrong field is looked for. */
  readonly form: RefObject<HTMLFormElement | null>;
  /** The fields. */
  readonly children: ReactNode;
  /** What is wrong with the form as a whole; null while nothing is. */
  readonly failure: string | null;
  /** What to do about the failure. */
  readonly failureAction?: BannerProps['action'] | undefined;
  /** The button that sends: what it says, and what it says meanwhile. */
  readonly label: ReactNode;
  readonly busy: boolean;
  readonly busyLabel: string;
  readonly disabledReason: ReactNode;
  /** Inside a sheet, which has a padding of its own. */
  readonly inSheet?: boolean;
  /** Not called while a request is on its way. */
  readonly onSubmit: () => void;
}

/** A form about the account: its fields, what is wrong with it as a whole, and the button that sends it. */
export function FormFrame(props: FormFrameProps) {
  const { form, children, failure, failureAction, label, busy, busyLabel, disabledReason, inSheet, onSubmit } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <Form ref={form} inSheet={inSheet === true} onSubmit={submit}>
      {children}
      {failure !== null && (
        <Banner inset tone="danger" live {...(failureAction === undefined ? {} : { action: failureAction })}>
          {failure}
        </Banner>
      )}
      <SubmitButton busy={busy} busyLabel={busyLabel} disabledReason={disabledReason}>
        {label}
      </SubmitButton>
    </Form>
  );
}
