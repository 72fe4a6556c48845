import * as React from 'react'

/** So many elements React's development build gives a stack within a second; those after them have none. */
const MOST_WITH_STACK = 10_000

/**
 * React's development build keeps with each element a stack that says where in the code it was made, which takes more time than making the
 * element. No test reads these stacks, and what React warns of is the same without them: here the number that it allows counts as
 * reached from the beginning.
 */
export function keepNoOwnerStacks(): void {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  if (!(internals instanceof Object)) return
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => MOST_WITH_STACK,
    set: () => undefined,
    configurable: true,
  })
}
