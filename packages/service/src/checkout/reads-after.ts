import { type RemoteReader } from '@the-loop/graph-core';

/** The reader, which reads nothing before `check` of the ref has passed. */
export function readsAfter(check: (ref: string) => Promise<void>, remote: RemoteReader): RemoteReader {
  return {
    async listComments(ref) {
      await check(ref);
      return remote.listComments(ref);
    },
    async readComment(ref, id) {
      await check(ref);
      return remote.readComment(ref, id);
    },
    async readMerge(ref) {
      await check(ref);
      return remote.readMerge(ref);
    },
    async readLinks(ref) {
      await check(ref);
      return remote.readLinks(ref);
    },
  };
}
