import { session } from '#app/platform/session/session.ts';

/** An unsent message of a room. */
export interface Draft {
  readonly text: string;
  readonly image: string | null;
  readonly named: readonly { readonly handle: string; readonly name: string }[];
}

export const emptyDraft: Draft = { text: '', image: null, named: [] };

/** Drafts by group, held while the page lives and the same user is signed in. */
export const drafts = new Map<string, Draft>();

let owner = session.get()?.account;
session.subscribe(() => {
  const account = session.get()?.account;
  // The page outlives a log-out: the next user must find nothing of the previous one.
  if (account !== owner) drafts.clear();
  owner = account;
});

/** What is left of a draft after some of it was sent: what was written or chosen meanwhile. */
export function unsent(sent: Draft, latest: Draft): Draft {
  if (latest === sent) return emptyDraft;
  return {
    ...latest,
    text: latest.text.startsWith(sent.text) ? latest.text.slice(sent.text.length).trimStart() : latest.text,
    image: latest.image === sent.image ? null : latest.image,
  };
}

/** A draft with a link behind its text. */
export function withLink(draft: Draft, link: string): Draft {
  return { ...draft, text: draft.text.trim() === '' ? link : `${draft.text.trimEnd()} ${link}` };
}
