import { type ItemStore } from './item-store.ts';

/** The same store with some of its methods replaced. Made method by method: those of a class do not come along with a spread. */
export function wrapItemStore(base: ItemStore, change: Partial<ItemStore>): ItemStore {
  return {
    ...(base.confirms === undefined ? {} : { confirms: base.confirms }),
    load: (address) => base.load(address),
    commit: (address, expected, wanted) => base.commit(address, expected, wanted),
    pinnedGraph: (address, digest) => base.pinnedGraph(address, digest),
    list: () => base.list(),
    innerLoops: (id) => base.innerLoops(id),
    directory: (id) => base.directory(id),
    files: (id) => base.files(id),
    editFile: (id, path, edit) => base.editFile(id, path, edit),
    ...change,
  };
}
