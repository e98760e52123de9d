import type * as v from 'valibot';

/** One environment variable. Its type, check, default and line in `docs/settings.md` all follow from this row. */
export interface Setting<Check extends v.GenericSchema<string, unknown> = v.GenericSchema<string, unknown>> {
  /** Its name, as in `DATA_DIR`. */
  readonly variable: string;
  /** The name it had in the version before, which is read as well for one version. */
  readonly formerly?: string;
  /** The default text; empty for none. */
  readonly default: string;
  /** What it does, for the operator, in Markdown. */
  readonly meaning: string;
  /** Parses the text; the message says what the variable must be. */
  readonly check: Check;
}

/** Settings by the names that the code uses. */
export type SettingsTable = Readonly<Record<string, Setting>>;

/** The checked values of a table of settings. */
export type ValuesOf<Table extends SettingsTable> = {
  readonly [Name in keyof Table]: v.InferOutput<Table[Name]['check']>;
};

/** A rule between settings, reported for the variable that has to change. */
export interface SettingsRule<Values> {
  readonly variable: string;
  /** Completes the sentence `… must be`. */
  readonly message: string;
  readonly holds: (values: Values) => boolean;
}
