import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { minuteMs } from '#protocol/core/durations.ts';
import type { Observable } from '../observable.ts';
import { session } from '../session/session.ts';

/**
 * What is entered in the forms that are open when the page goes, as for an update or when a phone puts the tab away: they
 * begin with it when the page is back. It lies in session storage, for the same tab and account, until the form is drawn
 * again, and no longer than `draftLifeMs`. A form that was sent or left is not open, so nothing of it stays.
 */

/** Older drafts are forgotten: an address must not lie there for whoever holds the phone next. */
export const draftLifeMs = 15 * minuteMs;

const storageKey = 'dunlin.forms';

/** Names of fields that prove who asks, and of document numbers: they are never written down. */
const secret = /password|passcode|secret|totp|ticket|document$|^(?:pin|code|number)$/i;

interface Waiting {
  readonly account: string | null;
  readonly at: number;
  readonly value: unknown;
}

type Drafts = Readonly<Record<string, Waiting>>;

/** Forms that are open, with what is entered; undefined while that is what they begin with. */
const open = new Map<string, () => unknown>();
/** What the page before left for forms that were not drawn yet. */
let waiting: Drafts | null = null;

const account = () => session.get()?.account ?? null;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function stored(): Drafts {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return isRecord(value) ? (value as Drafts) : {};
  } catch {
    return {};
  }
}

function withoutSecrets(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).filter(([name]) => !secret.test(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutSecrets(field)]));
}

/**
 * A draft as far as it fits the form: the build after an update may have other fields.
 *
 * @param empty what the form begins with; a null in it may have become a text or a number, `{}` may have got texts
 */
export function fittingDraft<State>(empty: State, draft: unknown): State {
  if (isRecord(empty)) {
    if (!isRecord(draft)) return empty;
    // Fields that have names of their own.
    if (Object.keys(empty).length === 0)
      return Object.fromEntries(Object.entries(draft).filter(([, field]) => typeof field === 'string')) as State;
    const known = Object.entries(empty).map(([name, field]) => [name, fittingDraft(field, draft[name])]);
    return Object.fromEntries(known) as State;
  }
  if (empty === null) return (typeof draft === 'string' || typeof draft === 'number' ? draft : null) as State;
  const fits = Array.isArray(empty) ? Array.isArray(draft) : typeof draft === typeof empty && draft !== null;
  return fits ? (draft as State) : empty;
}

/** What the page before left for a form of this account, else what it begins with. */
function beginning<State>(form: string, empty: State, nowMs: number): State {
  waiting ??= stored();
  const draft = waiting[form];
  const counts = draft?.account === account() && Math.abs(nowMs - draft.at) < draftLifeMs;
  return counts ? fittingDraft(empty, draft.value) : empty;
}

/** From here on the form says itself what is entered. */
function register(form: string, entered: () => unknown): () => void {
  const { [form]: _taken, ...others } = waiting ?? stored();
  waiting = others;
  open.set(form, entered);
  return () => {
    if (open.get(form) === entered) open.delete(form);
  };
}

/** Writes down what is entered in open forms, without what proves who asks. @param nowMs epoch milliseconds */
export function writeDrafts(nowMs: number): void {
  const drafts: Record<string, Waiting> = { ...(waiting ?? stored()) };
  for (const [form, entered] of open) {
    const value = withoutSecrets(entered());
    if (value === undefined) delete drafts[form];
    else drafts[form] = { account: account(), at: nowMs, value };
  }
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(drafts));
  } catch {
    // Site data is blocked or full: the forms are empty after a reload.
  }
}

/** Forgets what the page before left. */
export function dropDrafts(): void {
  waiting = {};
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing is stored there.
  }
}

let owner = account();
session.subscribe(() => {
  // The page outlives a log-out: the next user must find nothing of the previous one.
  if (account() !== owner && owner !== null) dropDrafts();
  owner = account();
});
if (typeof document !== 'undefined') {
  addEventListener('pagehide', () => writeDrafts(Date.now()));
  // A phone may end a page that is not shown without another word.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) writeDrafts(Date.now());
  });
}

const changed = (empty: unknown, value: unknown) =>
  JSON.stringify(value) === JSON.stringify(empty) ? undefined : value;

/**
 * The state of a form like `useState`, which is there again after the page was loaded again.
 *
 * @param form names the form and what it is about, as in `advert.7`; one form of a name is open at a time
 * @param initial what it begins with; no functions, files or bigints, and secrets in fields that say so
 */
export function useKeptState<State>(
  form: string,
  initial: State | (() => State),
): [State, Dispatch<SetStateAction<State>>] {
  const [empty] = useState(initial);
  const [state, setState] = useState(() => beginning(form, empty, Date.now()));
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  useEffect(() => register(form, () => changed(empty, latest.current)), [form, empty]);
  return [state, setState];
}

/**
 * Has a draft that outlives its screens, as an observable, there again after the page was loaded again.
 *
 * @param like what it is compared with where it begins as null
 */
export function keepDraftOverReload<State>(form: string, draft: Observable<State>, like: State = draft.get()): void {
  const empty = draft.get();
  const begun = beginning(form, like, Date.now());
  if (begun !== like) draft.set(begun);
  register(form, () => changed(empty, draft.get()));
}
