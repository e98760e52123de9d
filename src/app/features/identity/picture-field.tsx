import { Check, CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from '#app/ui/icons.tsx';
import css from './picture-field.module.css';

interface PictureFieldProps {
  title: ReactNode;
  /** The picture, or a mark for one that is not chosen yet. */
  picture: ReactNode;
  /** The form of its frame: of a document, or of a QR code. */
  frame: 'wide' | 'square';
  /** What is said of the picture now. */
  line: ReactNode;
  /** Whether it is as it should be; null while nothing can be said. */
  is: 'wrong' | 'kept' | null;
  /** Progress, and what readers of the screen hear. */
  status: ReactNode;
  /** Buttons that choose, replace and remove it. */
  children: ReactNode;
}

/** A picture that a form asks for, beside what is said of it and the buttons for it. */
export function PictureField({ title, picture, frame, line, is, status, children }: PictureFieldProps) {
  const id = useId();
  const wrong = is === 'wrong' || undefined;
  return (
    <fieldset className={css['field']} aria-labelledby={`${id}-title`} aria-describedby={`${id}-line`}>
      <div className={css['frame']} data-form={frame} data-wrong={wrong}>
        {picture}
      </div>
      <div className={css['about']}>
        <p className={css['title']} id={`${id}-title`}>
          {title}
        </p>
        <p className={css['line']} id={`${id}-line`} data-wrong={wrong}>
          {is === 'kept' && <Icon of={Check} size="note" />}
          {is === 'wrong' && <Icon of={CircleAlert} size="note" />}
          <span>{line}</span>
        </p>
        {status}
        <div className={css['choices']}>{children}</div>
      </div>
    </fieldset>
  );
}
