/** The form with the terms of an own advert, to publish them again. */
export function editHref(id: string): string {
  return `#/pages/business/Advertise?from=${id}`;
}

/** Where an advert is withdrawn. */
export function withdrawHref(id: string): string {
  return `#/pages/business/revoke?advert=${id}`;
}
