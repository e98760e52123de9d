import type * as v from 'valibot';

/**
 * One environment variable. Everything that is known of it follows from this row: the type and the check of its value,
 * its default, and its line in `docs/settings.md`.
 */
export interface Setting<Check extends v.GenericSchema<string, unknown> = v.GenericSchema<string, unknown>> {
  /** Its name, as in `DATA_DIR`. */
  readonly variable: string;
  /** The text that holds while the variable is not set; empty where nothing does. */
  readonly default: string;
  /** What it does, for the operator, in Markdown. */
  readonly meaning: string;
  /** From the text to the value; the message says what the variable must be. */
  readonly check: Check;
}

/** Settings under the names that the code uses. */
export type SettingsTable = Readonly<Record<string, Setting>>;

/** The values of a table of settings, once they are checked. */
export type ValuesOf<Table extends SettingsTable> = {
  readonly [Name in keyof Table]: v.InferOutput<Table[Name]['check']>;
};

/** What must hold between settings, told of the variable that has to change. */
export interface SettingsRule<Values> {
  readonly variable: string;
  /** Goes on after `… must be`. */
  readonly message: string;
  readonly holds: (values: Values) => boolean;
}
