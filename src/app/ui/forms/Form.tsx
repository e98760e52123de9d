import type { FormEvent, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import css from './Form.module.css';

interface FormProps {
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLFormElement>;
  /** For a submit button outside of it. */
  readonly id?: string;
  /** Inside a sheet, which has a padding of its own. */
  readonly inSheet?: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** Fields one below the other in the gutter of a page. What is wrong with them is said by the app, not by the browser. */
export function Form({ children, ref, id, inSheet = false, onSubmit }: FormProps) {
  return (
    <form
      ref={ref}
      id={id}
      className={classNames(css['form'], inSheet && css['inSheet'])}
      noValidate
      onSubmit={onSubmit}
    >
      {children}
    </form>
  );
}
