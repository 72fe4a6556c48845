/**
 * The door to the processes in which long calculations run (docs/decisions/035), so that this one answers meanwhile. They are of the same
 * kind as those that read foreign input, and others: no file waits for a bootstrap. A new calculation is a pure function in the list of
 * calculations.ts.
 */
import type { Limits } from './limits'
import { ReaderPool } from './pool'

// One for the process: a build may load this module more than once.
const globals: typeof globalThis & { __assayCalculators?: ReaderPool } = globalThis

/** Generous, since what is calculated is our own: against what would never end, and for the memory of the machine. */
export const CALCULATION_LIMITS: Limits = { processorMs: 1_800_000, wallMs: 7_200_000, residentBytes: 2_000_000_000 }

/** So many steps, of some nanoseconds each, take a few milliseconds: less than sending the input away and the result back. */
const MOST_STEPS_IN_PLACE = 2_000_000

/** Does a calculation of so many steps run in this process? */
const isSmall = (steps: number): boolean => steps <= MOST_STEPS_IN_PLACE

/**
 * The listed function of this name, which takes and returns what can be cloned: run in place or apart, with the same result. `stepsOf`
 * says about how many draws or steps of the same size it takes. It throws the signal's reason where that ends it.
 * tests/foreign-readers.test.ts compares name and function with the list.
 */
export const calculation =
  <Input, Output>(name: string, run: (input: Input) => Output | Promise<Output>, stepsOf: (input: Input) => number) =>
  async (input: Input, signal?: AbortSignal): Promise<Output> => {
    signal?.throwIfAborted()
    if (isSmall(stepsOf(input))) return run(input)
    globals.__assayCalculators ??= new ReaderPool({ readers: 'calculations.ts', limits: CALCULATION_LIMITS })
    return (await globals.__assayCalculators.run(name, input, { signal })) as Output
  }

/** Ends the processes; others are started when there is something to calculate again. */
export function endCalculators(): void {
  globals.__assayCalculators?.end()
  delete globals.__assayCalculators
}
