import { beforeAll, describe, expect, it } from 'vitest'
import { readVectors, vectorFolders } from '@/tests/oracle/read-vectors'
import { type AnsweringDoor, failuresAt } from './door'
import { agreementCommand, withCommand } from './rating-command'
import { smallReports } from './rating-doors'
import { evaluateCommand } from './rating-evaluation'
import { readingOf } from './rating-files'
import { bootstrapFunctions, coefficientFunctions } from './rating-functions'
import { receiptDoor, recomputedReceipts } from './rating-receipts'
import { runAssay, typeAssay } from './run-assay'

const doors = [agreementCommand, evaluateCommand, smallReports, coefficientFunctions, bootstrapFunctions]

describe.each(vectorFolders)('vectors of ratings in %s', (folder) => {
  const vectors = readVectors(folder)
  describe.each(doors)('$name', (door) => {
    const own = vectors.filter((vector) => door.checks(vector).length > 0)
    it.each(own.map((vector) => [`${vector.family}: ${vector.name}`, vector] as const))('%s', async (_, vector) => {
      expect(await failuresAt(door, vector)).toEqual([])
    })
  })

  describe('receipt', () => {
    const own = vectors.filter((vector) => receiptDoor.checks(vector).length > 0)
    let door: AnsweringDoor
    beforeAll(async () => {
      door = await recomputedReceipts(own)
    })

    it.each(own.map((vector) => [`${vector.family}: ${vector.name}`, vector] as const))('%s', async (_, vector) => {
      expect(await failuresAt(door, vector)).toEqual([])
    })
  })
})

it('gives the same when it is typed, in a process of its own', async () => {
  const name = 'chance_corrected/krippendorff4x12-gwet_ac2-linear'
  const vector = readVectors(vectorFolders[0] ?? '').find((each) => each.name === name)
  const reading = vector && readingOf(vector)
  if (!reading) throw new Error(`There is no vector ${name}.`)
  await withCommand(reading, async (args) => {
    const typed = await typeAssay(args)
    expect(typed).toMatchObject({ code: 0, err: '' })
    expect(typed).toEqual(await runAssay(args))
  })
})
