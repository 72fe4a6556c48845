import { describe, expect, it } from 'vitest'
import { manifests } from '@/lib/protocols'
import { hostOf } from './hosts'
import { protocolView } from './views'

describe.each(manifests.map((manifest) => ({ id: manifest.work.id, manifest })))(
  'the forms of $id',
  ({ id, manifest }) => {
    it('are found by its id', async () => {
      expect(await hostOf(id)).toBeDefined()
    })

    it('work with what the manifest and the definition have', async () => {
      const { work } = await protocolView(id)
      expect(work).toBe(manifest.work)
      for (const part of ['id', 'domains', 'present', 'stages'] as const)
        expect(manifest.definition[part]).toBe(work[part])
    })

    it('are of stages that there are', async () => {
      const { stages } = await protocolView(id)
      expect(manifest.work.stages.map(({ key }) => key)).toEqual(expect.arrayContaining(Object.keys(stages)))
    })
  },
)

it('are none of a protocol that there is not', async () => {
  await expect(hostOf('unheard-of')).rejects.toThrow()
  await expect(protocolView('unheard-of')).rejects.toThrow()
})
