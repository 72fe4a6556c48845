import 'server-only'

const globals: typeof globalThis & { __assayIsDraining?: boolean } = globalThis

/** From now on this process wants no new work from whoever distributes it. */
export const beginDraining = (): void => {
  globals.__assayIsDraining = true
}

/** Has this process been asked to end? */
export const isDraining = (): boolean => globals.__assayIsDraining ?? false
