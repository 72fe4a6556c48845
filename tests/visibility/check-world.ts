/** Holds what the API hands out against what the specification says, for everybody in a world. */

import { namedLanes } from './lane-names'
import { type Read, readAll } from './read-all'
import { type Fact, factsOf, NOBODY } from './specification'
import type { World } from './world'
import { writeWorld } from './write-world'
import { secretOf } from './written'

/** One difference, in a sentence that names person, fact and address. */
export interface Checked {
  wrong: string[]
  reads: number
  actors: number
}

const actorsOf = ({ people }: World) => [...people.keys(), NOBODY]

export async function checkWorld(world: World, { figures = true } = {}): Promise<Checked> {
  const written = await writeWorld(world)
  const facts = factsOf(world).map((fact) => ({
    ...fact,
    token: written.ids.get(fact.key) ?? secretOf(written.tag, fact.key),
  }))
  const everybody = await Promise.all(
    actorsOf(world).map(async (person) => ({
      person,
      reads: await readAll(world, written, { figures, person: person === NOBODY ? null : person }),
    })),
  )
  const wrong = everybody.flatMap(({ person, reads }) => [
    ...differences(facts, person, reads),
    ...namedLanes(world, written, person, reads),
  ])
  return { wrong, reads: everybody.reduce((sum, { reads }) => sum + reads.length, 0), actors: everybody.length }
}

function differences(facts: readonly (Fact & { token: string })[], person: number, reads: readonly Read[]): string[] {
  const who = person === NOBODY ? 'nobody' : `person ${person}`
  const failed = reads.filter(({ status }) => status >= 500)
  return [
    ...failed.map(({ status, address }) => `${who}: ${status} from ${address}`),
    ...facts.flatMap(({ key, token, readers }) => {
      const reading = readers(person)
      const found = reads.find(({ text }) => text.includes(token))
      if (found && reading === 'never') return [`${who} reads the ${key} at ${found.address}`]
      return !found && reading === 'must' ? [`${who} does not find the ${key}`] : []
    }),
  ]
}
