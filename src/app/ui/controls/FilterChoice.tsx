import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '../icons.tsx';
import { Sheet } from '../overlays/Sheet.tsx';
import { Chip } from './Chips.tsx';
import { PickerList, type PickerOption } from './PickerList.tsx';

/** The choice that does not narrow. */
const all = 'all';

interface FilterChoiceProps<Value extends string> {
  /** What is chosen, as the title of its sheet. */
  title: string;
  /** Names the choice that does not narrow. */
  allLabel: string;
  /** Undefined: not narrowed. */
  value: Value | undefined;
  options: readonly PickerOption<Value>[];
  onChange: (value: Value | undefined) => void;
  /** A sheet of full height, for long lists. */
  tall?: boolean;
}

/** A chip of a filter: names what is chosen, and opens the choices. */
export function FilterChoice<Value extends string>(props: FilterChoiceProps<Value>) {
  const { title, allLabel, value, options, onChange, tall = false } = props;
  const [open, setOpen] = useState(false);
  const name = value === undefined ? allLabel : (options.find((option) => option.value === value)?.label ?? value);
  return (
    <>
      <Chip {...(value === undefined ? {} : { pressed: true })} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {name}
        <Icon of={ChevronDown} size="note" />
      </Chip>
      <Sheet open={open} onClose={() => setOpen(false)} title={title} tall={tall} flush>
        <PickerList<Value | typeof all>
          label={title}
          value={value ?? all}
          options={[{ value: all, label: allLabel }, ...options]}
          onChange={(next) => {
            setOpen(false);
            onChange(next === all ? undefined : next);
          }}
        />
      </Sheet>
    </>
  );
}
