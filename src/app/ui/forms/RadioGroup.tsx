import type { ReactNode, RefObject } from 'react';
import { moveInGroup, radioProps } from '../controls/roving.ts';
import { useStillPress } from '../controls/still-press.ts';

/** One of the things that are chosen from. */
interface RadioItem<Id extends string = string> {
  id: Id;
  label: ReactNode;
}

/** A choice among items, whatever it looks like. */
export interface RadioChoice<Id extends string, Value extends Id | null = Id> {
  /** What is chosen here, for readers. */
  label: string;
  items: readonly RadioItem<Id>[];
  value: Value;
  onChange: (id: Id) => void;
}

interface RadioGroupProps<Id extends string> extends RadioChoice<Id, Id | null> {
  /** Class of the group, and of each of its buttons. */
  className: string;
  itemClass: string | undefined;
  /** The button that is chosen, for what keeps it in sight. */
  chosen?: RefObject<HTMLButtonElement | null>;
}

/** Buttons of which at most one is chosen: one tab stop, arrow keys within, and only presses without movement count. */
export function RadioGroup<Id extends string>(props: RadioGroupProps<Id>) {
  const { label, items, value, onChange, className, itemClass, chosen } = props;
  const press = useStillPress();
  const stop = items.some((item) => item.id === value) ? value : items[0]?.id;
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus roves among the buttons
    <div className={className} role="radiogroup" aria-label={label} onKeyDown={moveInGroup} {...press}>
      {items.map((item) => (
        <button
          key={item.id}
          ref={item.id === value ? chosen : undefined}
          type="button"
          {...radioProps(item.id === value, item.id === stop)}
          className={itemClass}
          onClick={() => onChange(item.id)}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}
