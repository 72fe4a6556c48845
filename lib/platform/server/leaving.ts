import 'server-only'

const globals: typeof globalThis & { __assayIsLeaving?: boolean } = globalThis

/** From now on this process wants no new work from whoever distributes it. */
export const beginLeaving = (): void => {
  globals.__assayIsLeaving = true
}

/** Has this process been asked to end? */
export const isLeaving = (): boolean => globals.__assayIsLeaving ?? false
