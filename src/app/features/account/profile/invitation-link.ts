/** The address that opens registration with an invitation code filled in. */
export function invitationLink(code: string, here: { readonly origin: string; readonly pathname: string }): string {
  return `${here.origin}${here.pathname}#/register?${new URLSearchParams({ invite: code }).toString()}`;
}
