/**
 * Some tests repeat one proof on many cases: drawn worlds, versions, projects, repetitions. `npm test` takes as many as show the rule,
 * so that it stays short; `ASSAY_EVERY_CASE=1 npm test` takes all of them. Read when a test file is loaded.
 */
const takesEvery = Boolean(process.env.ASSAY_EVERY_CASE)

/** How many cases a test takes: `few` in `npm test`, `every` where every case is asked for. */
export const casesOf = (few: number, every: number): number => (takesEvery ? every : few)

/** Of a list the items that `isTaken` says, or all of them where every case is asked for. */
export const someOf = <T>(all: readonly T[], isTaken: (item: T, at: number) => boolean): readonly T[] =>
  takesEvery ? all : all.filter(isTaken)

/** The numbers 1 to `count`, from which drawn worlds are made. */
export const seeds = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)
