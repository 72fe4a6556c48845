// Kept for the process: Next builds pages apart from routes, and each has modules of its own.
const globals: typeof globalThis & { __assaySharedWork?: Map<string, Map<string, Promise<unknown>>> } = globalThis

/**
 * A way to compute something once for all who ask for it at the same time in this process: whoever asks for what is being computed under the same
 * key waits for the same, its failure included. Nothing is kept once it is done. The name is that of the kind of work.
 */
export function sharedWork<Result>(name: string): (key: object, compute: () => Promise<Result>) => Promise<Result> {
  globals.__assaySharedWork ??= new Map()
  const underWay = (globals.__assaySharedWork.get(name) ?? new Map()) as Map<string, Promise<Result>>
  globals.__assaySharedWork.set(name, underWay)
  return (key, compute) => {
    const text = JSON.stringify(key)
    const runningWork = underWay.get(text)
    if (runningWork) return runningWork
    const work = compute().finally(() => underWay.delete(text))
    underWay.set(text, work)
    return work
  }
}
