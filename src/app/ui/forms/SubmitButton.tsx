import { Button, type ButtonProps } from '../controls/Button.tsx';

/** The button that sends the form it stands in, or the one that `form` names: the primary one of its screen. */
export function SubmitButton(props: Omit<ButtonProps, 'kind' | 'size' | 'type' | 'href' | 'render'>) {
  return <Button {...props} kind="primary" size="l" type="submit" />;
}
