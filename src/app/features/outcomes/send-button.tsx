import { Button, type ButtonProps } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { SubmitFailure, type SubmitFailureProps } from './submit-failure.tsx';

interface SendButtonProps extends Pick<
  ButtonProps,
  'children' | 'detail' | 'busyLabel' | 'disabledReason' | 'onClick'
> {
  /** What is sent, as of `useSubmit`. */
  readonly submit: { readonly held: SubmitFailureProps['held']; readonly busy: boolean };
  /** Why the last request was refused; null when it was not. */
  readonly failure: string | null;
}

/** The button of a form that has no sheet to confirm it: it sends at once, and what went wrong stands above it. */
export function SendButton({ submit, failure, children, ...look }: SendButtonProps) {
  return (
    <>
      <SubmitFailure held={submit.held} failure={failure} />
      <Button kind="primary" size="l" busy={submit.busy} {...look}>
        <OneLine>{children}</OneLine>
      </Button>
    </>
  );
}
