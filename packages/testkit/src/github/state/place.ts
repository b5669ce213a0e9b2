const PLACE = /^(?:github:)?([\w.-]+\/[\w.-]+)#(\d{1,10})$/;

/** Reads `owner/repo#n`, with or without `github:` before it. */
export function parsePlace(place: string): { readonly repository: string; readonly number: number } {
  const [, repository, digits] = PLACE.exec(place) ?? [];
  if (!repository || !digits)
    throw new Error(`not a place on the emulated GitHub, expected owner/repo#number: ${place}`);
  return { repository, number: Number(digits) };
}
