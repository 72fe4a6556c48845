import { describe, expect, it } from 'vitest'
import { readVectors, vectorFolders } from '@/tests/oracle/read-vectors'
import { failuresAt } from './door'
import { argumentsOf, filesOf } from './evaluate-files'
import { runAssay, typeAssay, withFiles } from './run-assay'
import { felmCall, veriscoreCall } from './score-benchmarks'
import { scoreDoors } from './scores'

describe.each(vectorFolders)('vectors of scores, texts, boundaries and lists in %s', (folder) => {
  const vectors = readVectors(folder)
  describe.each(scoreDoors)('$name', (door) => {
    const own = vectors.filter((vector) => door.checks(vector).length > 0)
    it.each(own.map((vector) => [`${vector.family}: ${vector.name}`, vector] as const))('%s', async (_, vector) => {
      expect(await failuresAt(door, vector)).toEqual([])
    })
  })
})

describe('`assay evaluate` as it is typed, in a process of its own', () => {
  it.each([
    ['felm/readme-example', felmCall],
    ['veriscore/a-k5', veriscoreCall],
  ] as const)('gives what it gives in this process: %s', async (name, callOf) => {
    const vector = readVectors(vectorFolders[0] ?? '').find((each) => each.name === name)
    if (!vector) throw new Error(`There is no vector ${name}.`)
    const call = callOf(vector)
    await withFiles(filesOf(call), async (pathOf) => {
      const typed = await typeAssay(argumentsOf(call, pathOf))
      expect(typed).toMatchObject({ code: 0, err: '' })
      expect(typed).toEqual(await runAssay(argumentsOf(call, pathOf)))
    })
  })
})
