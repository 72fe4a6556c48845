import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkWorld } from './visibility/check-world'
import { worlds } from './visibility/world'

// A short round: `npm run bench -- visibility` looks at as many worlds as asked.
it('everybody reads what the specification says, all of it and nothing else', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(worlds(2), async (world) => {
      expect((await checkWorld(world, { figures: count++ % 4 === 0 })).wrong).toEqual([])
    }),
    { numRuns: 3, seed: 7, endOnFailure: true },
  )
})
