/** The user was asked to prove who they are, and left it: nothing was changed. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed';
}
