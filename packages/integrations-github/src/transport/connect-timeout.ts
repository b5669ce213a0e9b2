/** Nobody accepted a connection in time, so nothing was sent. */
export class ConnectTimeout extends Error {
  override readonly name = 'TimeoutError';

  constructor() {
    super('no connection in time');
  }
}
