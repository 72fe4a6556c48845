/** Interfaces that a room declares because it must ask a later one, filled when a process starts (compose.ts). */

// Kept for the process: Next builds routes apart from what runs at its start, and each has modules of its own.
const globals: typeof globalThis & { __assayProvided?: Map<string, unknown> } = globalThis

/** The place of one implementation of an interface. The name is the place's own, and says in an error what is missing. */
export function provided<Interface>(name: string) {
  return {
    provide(implementation: Interface): void {
      globals.__assayProvided ??= new Map()
      globals.__assayProvided.set(name, implementation)
    },
    get(): Interface {
      if (!globals.__assayProvided?.has(name)) throw new Error(`nothing is provided for ${name}: import compose.ts`)
      return globals.__assayProvided.get(name) as Interface
    },
  }
}
