/** A login as it is compared everywhere: without `@`, without letter case. Empty for anything that is no name, which is nobody. */
export function loginKey(login: unknown): string {
  return typeof login === 'string' ? login.normalize('NFKC').trim().replace(/^@/, '').toLowerCase() : '';
}
